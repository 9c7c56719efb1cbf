import { serveParser } from '../parsing/serve-parser.ts';
import { documentAsks } from './document-asks.ts';

serveParser(documentAsks);
