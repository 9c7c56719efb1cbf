import { serveParser } from '../../../stores/parsing/serve-parser.ts';
import { tableAsks } from './table-asks.ts';

serveParser(tableAsks());
