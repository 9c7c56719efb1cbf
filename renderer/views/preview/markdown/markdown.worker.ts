import { serveParser } from '../parsing/serve-parser.ts';
import { markdownAsks } from './markdown-asks.ts';

serveParser(markdownAsks);
