// The texts of the page that starts the application. The texts of the pages come with them.

/** The stages of the start. */
export const STAGES = {
  download: "Downloading the games. Later visits start without this.",
  python: "Starting Python.",
  unpack: "Unpacking the games.",
  games: "Starting the games.",
  page: "Opening the page.",
};

/** @param {number} bytes */
const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

/**
 * @param {number} loaded
 * @param {number} total
 */
export const amountOf = (loaded, total) => `${megabytes(loaded)} of ${megabytes(total)} MB`;

export const TROUBLE = {
  elsewhere: "Last Digit is already open in another tab. Only one tab at a time can use your saved games.",
  taken: "You are playing in another tab now.",
  here: "Continue here",
  broken: "Last Digit couldn't start.",
  again: "Try again",
};

export const MISSING_HERE = {
  here: "This browser window can't save anything, perhaps because it is private. Your games are lost when you leave this page.",
  elsewhere: "Your games are lost when you leave this page, and it doesn't work offline: browsers save nothing for pages that come from another machine over plain http. Use https to change that.",
  understood: "OK",
};
