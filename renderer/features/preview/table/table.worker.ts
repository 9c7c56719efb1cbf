import { serveParser } from '../stores/serve-parser.ts';
import { tableAsks } from './table-requests.ts';

serveParser(tableAsks());
