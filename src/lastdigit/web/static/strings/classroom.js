// Texts of classes, for teachers and pupils.

import { plural } from "../strings.js";

/** @typedef {import("../types").PupilInfo} Pupil */

export const CLASS_KINDS = {
  everyone: { label: "Everyone plays everyone", about: "Pupils who are ready are paired. Each pair plays two games from the same start, and each player begins once." },
  "by-hand": { label: "Pairs by hand", about: "You choose who plays whom. Each pair plays two games from the same start." },
  puzzles: { label: "The same puzzles for everyone", about: "All pupils solve the same puzzles, each at their own pace." },
};

/** @type {Record<Pupil["state"], string>} */
export const PUPIL_STATES = {
  here: "is here", away: "is away", waiting: "is waiting for a game", playing: "is playing", out: "left out", freed: "can join again",
};

/** @type {Record<Pupil["puzzles"][number], string>} */
export const PUZZLE_STATES = { open: "not tried", begun: "started", solved: "solved", missed: "not solved" };

export const CLASS_OPENING = {
  title: "For a class",
  lead: "Open a classroom and write its code on the board. Pupils type the code and their name. No accounts, nothing to install.",
  mine: "Your classes",
  closed: "closed",
  teacher: "you are the teacher",
  pupil: "you are a pupil",
  name: "Class name",
  usualName: "Class",
  kind: "What will the class do?",
  game: "Game",
  preset: "Rules",
  grade: "Difficulty",
  mixed: "Mixed, easy ones first",
  count: "How many puzzles",
  seen: "Anyone with the code can see the pupils' names and results. First names or nicknames are enough.",
  open: "Open the classroom",
  code: "Have a code?",
  codeLabel: "Your class code",
  enter: "Go to the class",
  paper: "On paper",
  paperAbout: "A printable puzzle sheet with rules and answers.",
  sheet: "Make a worksheet",
};

export const CLASS_SETTINGS = {
  clock: "Clock",
  noClock: "No clock",
  /** @param {number} count */
  minutes: (count) => `${plural(count, "minute")} each`,
  rounds: "Opponents",
  everyone: "Everyone in the class",
  /** @param {number} count */
  others: (count) => `${plural(count, "opponent")} each`,
  about: "Opponents play each other twice, and each of them moves first once. Changes apply only to new games.",
  changed: "The changes apply to future games.",
};

export const CLASS_TEACHER = {
  code: "Pupils type this code on the start page",
  link: "or open this address:",
  copy: "Copy the address",
  board: "Projector",
  bright: "Projector, light",
  results: "Results as CSV",
  close: "Close the class",
  really: "Close the class for good?",
  closed: "This class is closed. No one can join or play any more. The results stay here.",
  forget: "Delete the class",
  gone: "Delete the names and results? Your pupils' games stay saved.",
  nobody: "No one has joined yet.",
  choose: "Select one pupil to manage, or two to pair.",
  chooseOne: "Select a pupil to manage.",
  pair: "Pair these two",
  leaveOut: "Leave out",
  takeBack: "Bring back",
  free: "Allow another device",
  rename: "Rename",
  newName: "New name",
  games: "Games in progress",
  ended: "Finished games",
  review: "Review",
  gamesSheet: "All games as CSV",
  drawn: "a draw",
  /** @param {string} name */
  wonBy: (name) => `${name} won`,
  watch: "Watch",
  /** @param {string} name */
  freed: (name) => `${name} can now join under the same name on another device.`,
  /** @param {number} playing @param {number} finished */
  counts: (playing, finished) => `${playing ? plural(playing, "game") : "No games"} in progress, ${finished} finished.`,
};

export const CLASS_STANDINGS = {
  caption: "Standings",
  place: "Place", name: "Name", points: "Points", won: "Won", drawn: "Drawn", lost: "Lost", toPlay: "To play", state: "Now", puzzles: "Puzzles",
};

export const CLASS_PUPIL = {
  yourName: "Your name",
  join: "Join the class",
  howNamed: "Use the name your class knows you by. Everyone in the class can see it.",
  next: "Your next game",
  /** @param {string} name */
  against: (name) => `You play against ${name}.`,
  go: "Go to your game",
  ready: "Next game",
  waiting: "Looking for an opponent …",
  notYet: "Stop waiting",
  alone: "No one else is here yet. Press Next game. The game starts when another pupil is ready.",
  played: "You have played all your games. Well done!",
  paired: "Your teacher chooses who plays whom.",
  out: "Your teacher has asked you to sit out for now.",
  closed: "This class is closed. Thanks for playing!",
  /** @param {number} count */
  left: (count) => (count === 1 ? "One game left to play." : `${count} games left to play.`),
  /** @param {Pupil} pupil */
  standing: ({ place, points }) => `Place ${place}, ${points} ${points === "1" ? "point" : "points"}.`,
  /** @param {string} name */
  youAre: (name) => `You are ${name}.`,
  puzzles: "Class puzzles",
  /** @param {number} number */
  following: (number) => `Puzzle ${number}`,
  done: "You have answered all the puzzles.",
};

export const CLASS_BOARD = {
  scan: "Scan, or go to", code: "and type the code",
  name: "Name", played: "won – lost", points: "points", puzzles: "puzzles",
  toMove: "to move",
  closed: "closed",
};

export const SERVER_AWAY = "Can't reach the server. Trying again.";
