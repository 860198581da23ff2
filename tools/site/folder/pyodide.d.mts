// Pyodide lies beside our modules in the folder; here it is where npm puts it.
export { loadPyodide } from "pyodide";
