import { serveParser } from '../parsing/serve-parser.ts';
import { pictureAsks } from './picture-asks.ts';

serveParser(pictureAsks);
