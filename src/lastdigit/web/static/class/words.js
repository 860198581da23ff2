// What the pages of a class say. What is said of places and points comes from the server.

/** @typedef {import("../types").PupilInfo} Pupil */

export const KINDS = {
  everyone: { label: "Everyone plays everyone", about: "Whoever is ready meets somebody new: two games each, from the same start, so that both begin once." },
  "by-hand": { label: "Pairs by hand", about: "You say who plays whom: two games each, from the same start." },
  puzzles: { label: "The same puzzles for all", about: "Everybody solves the same set, each at their own pace." },
};

/** @type {Record<Pupil["state"], string>} */
export const STATES = {
  here: "is here", away: "is away", waiting: "waits for a game", playing: "plays", out: "left out", freed: "may come in again",
};

/** @type {Record<Pupil["puzzles"][number], string>} */
export const PUZZLES = { open: "not tried", begun: "begun", solved: "solved", missed: "not solved" };

export const OPENING = {
  title: "For a class",
  lead: "Open a room and write its code on the blackboard. Pupils type the code and their name: no accounts, nothing to install.",
  mine: "Your classes",
  closed: "closed",
  teacher: "you teach",
  pupil: "you take part",
  name: "Name of the class",
  usualName: "Class",
  kind: "What the class does",
  game: "Game",
  preset: "Rules",
  grade: "How hard",
  mixed: "Mixed, easy ones first",
  /** @param {number} grade */
  graded: (grade) => `Grade ${grade}`,
  count: "How many puzzles",
  seen: "Anyone who has the code can see the pupils' names and results. First names or nicknames are enough.",
  open: "Open the room",
  code: "Have you a code?",
  codeLabel: "The code of your class",
  enter: "Go to the class",
  paper: "On paper",
  paperAbout: "A sheet of puzzles to print, with the rules and the answers.",
  sheet: "Make a worksheet",
};

export const TEACHING = {
  code: "Pupils type this code on the start page",
  link: "or open this address:",
  copy: "Copy the address",
  board: "Board for the projector",
  bright: "The same, bright",
  results: "Results as CSV",
  close: "Close the class",
  really: "Close it for good?",
  closed: "This class is closed. Nobody can join or play on; the results stay here.",
  forget: "Delete the class",
  gone: "Delete its names and results? Its games stay.",
  nobody: "Nobody has joined yet.",
  choose: "Press a name to do something about that pupil; press two to let them play.",
  chooseOne: "Press a name to do something about that pupil.",
  pair: "Let these two play",
  leaveOut: "Leave out",
  takeBack: "Take back",
  free: "Let in on another device",
  rename: "Rename",
  newName: "Another name",
  games: "Games that go on",
  ended: "Games that are over",
  review: "Review",
  gamesSheet: "Every game as CSV",
  drawn: "a draw",
  /** @param {string} name */
  wonBy: (name) => `${name} won`,
  watch: "Watch",
  /** @param {string} name */
  freed: (name) => `${name} can now join with the same name on another device.`,
  /** @param {number} playing @param {number} finished */
  counts: (playing, finished) => `${playing} ${playing === 1 ? "game goes" : "games go"} on, ${finished} finished.`,
};

export const STANDINGS = {
  caption: "Standings",
  place: "Place", name: "Name", points: "Points", won: "Won", drawn: "Drawn", lost: "Lost", toPlay: "To play", state: "Now", puzzles: "Puzzles",
};

export const TAKING_PART = {
  yourName: "Your name",
  join: "Join the class",
  howNamed: "As the others know you. Everybody in the class can read it.",
  next: "Your next game",
  /** @param {string} name */
  against: (name) => `You play against ${name}.`,
  go: "Go to your game",
  ready: "Next game",
  waiting: "You wait for somebody to play. It begins by itself.",
  notYet: "Not yet, please",
  alone: "Nobody else is here yet. Press Next game, and it begins by itself when somebody comes.",
  played: "You have played everybody who is here.",
  paired: "Your teacher pairs you.",
  out: "Your teacher has left you out for now.",
  closed: "This class is closed. Thank you for playing!",
  /** @param {number} count */
  left: (count) => (count === 1 ? "One game to play." : `${count} games to play.`),
  /** @param {Pupil} pupil */
  standing: ({ place, points }) => `Place ${place}, ${points} ${points === "1" ? "point" : "points"}.`,
  /** @param {string} name */
  youAre: (name) => `You are ${name}.`,
  puzzles: "The puzzles of the class",
  /** @param {number} number */
  following: (number) => `Puzzle ${number}`,
  done: "You have answered them all.",
};

export const BOARD = {
  go: "Go to", code: "and type the code",
  name: "Name", played: "won – lost", points: "points", puzzles: "puzzles",
  toMove: "to move",
  closed: "closed",
};

export const BACK = "Back to the class";
export const NEXT_GAME = "Next game of the class";
export const AWAY = "The server does not answer. Trying again.";
