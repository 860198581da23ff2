// The texts of the page that starts the application. The texts of the pages come with them.

/** What happens during the start. */
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
  elsewhere: "Last Digit is open in another tab of this browser, and one tab at a time has your games.",
  taken: "Last Digit goes on in another tab.",
  here: "Go on here",
  broken: "Last Digit could not start here.",
  again: "Try again",
};

export const MISSING_HERE = {
  here: "This window keeps nothing, as private windows do: your games last until you leave this page.",
  elsewhere: "This page comes by plain http from another machine. There, browsers keep nothing: your games last until you leave this page, and it does not work offline. Over https, or served on this machine, it does both.",
  understood: "Understood",
};
