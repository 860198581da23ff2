"""Many matches, and what they tell: tournaments, exams, statistics, resumable runs."""
