// A class: opened by a teacher, taught, or taken part in. Without a code it is the way to one.

import { showOpening } from "../class/opening.js";
import { TakingPart } from "../class/pupil.js";
import { Room } from "../class/room.js";
import { ClassPuzzles } from "../class/solving.js";
import { Teaching } from "../class/teacher.js";
import { CLASS_OPENING } from "../strings.js";
import { title } from "../shell.js";

/**
 * @param {HTMLElement} main
 * @param {?string} code
 */
export async function show(main, code) {
  if (code === null) {
    title(CLASS_OPENING.title);
    return showOpening(main);
  }
  const room = await Room.at(code);
  title(room.info.title);
  const page = room.you.role === "teacher" ? new Teaching(main, room) : new TakingPart(main, room);
  room.changed = () => {
    const solves = room.info.kind === "puzzles" && room.you.role === "pupil";
    if (solves) solve(main, room);
    else page.draw();
  };
  room.changed();
  room.follow();
  if (page instanceof TakingPart) page.open();
}

/**
 * From now on the page is one of puzzles.
 * @param {HTMLElement} main
 * @param {Room} room
 */
function solve(main, room) {
  const puzzles = new ClassPuzzles(main, room);
  room.changed = () => puzzles.draw();
  return puzzles.open();
}
