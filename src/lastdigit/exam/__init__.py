"""The exam: questions that measure what they say, and the policies that know nothing."""
