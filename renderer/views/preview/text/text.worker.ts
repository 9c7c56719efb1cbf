import { serveParser } from '../../../stores/parsing/serve-parser.ts';
import { textAsks } from './text-asks.ts';

serveParser(textAsks());
