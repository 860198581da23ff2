// What is said by the page around the pages.

export const COMING = "Starting.";

export const TROUBLE = {
  elsewhere: "Last Digit is open in another tab of this browser, and one tab at a time has your games.",
  taken: "Last Digit goes on in another tab.",
  here: "Go on here",
  broken: "Last Digit could not start here.",
  again: "Try again",
};

export const WITHOUT = {
  here: "This window keeps nothing, as private windows do: your games last until you leave this page.",
  elsewhere: "This page comes by plain http from another machine. There, browsers keep nothing: your games last until you leave this page, and it does not work offline. Over https, or served on this machine, it does both.",
  understood: "Understood",
};
