import { serveParser } from '../parsing/serve-parser.ts';
import { tableAsks } from './table-asks.ts';

serveParser(tableAsks());
