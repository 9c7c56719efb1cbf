import { serveParser } from '../../../stores/parsing/serve-parser.ts';
import { documentAsks } from './document-asks.ts';

serveParser(documentAsks);
