import { serveParser } from '../stores/serve-parser.ts';
import { textAsks } from './text-requests.ts';

serveParser(textAsks());
