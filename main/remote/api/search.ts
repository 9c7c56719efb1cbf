import { searchEndpoints } from '../../../shared/api/search.ts';
import { asking } from './ask.ts';

/** `GET /search/files`: Files by name. */
export const searchFiles = asking(searchEndpoints.searchFiles);
