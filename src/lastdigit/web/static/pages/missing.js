// The page for an address that does not exist.

import { openPage, showMissing } from "../shell.js";

openPage((main) => showMissing(main, null));
