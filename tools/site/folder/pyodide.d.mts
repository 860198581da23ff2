// In the folder, Pyodide is beside our modules. Here it is where npm puts it.
export { loadPyodide } from "pyodide";
