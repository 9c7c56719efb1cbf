import { searchEndpoints } from '../../../../shared/api/calls/search.ts';
import { asking } from '../ask.ts';

/** `GET /search`: The caller's tasks, and files by name and content, best first. */
export const searchEverything = asking(searchEndpoints.searchEverything);

/** `GET /search/file-content`: Files by the words of their latest version, once its extraction is done; best first. */
export const searchFileContent = asking(searchEndpoints.searchFileContent);

/** `GET /search/files`: Files by name. */
export const searchFiles = asking(searchEndpoints.searchFiles);

/** `GET /search/tasks`: The caller's tasks by their title and what was said in them, best first. */
export const searchTasks = asking(searchEndpoints.searchTasks);
