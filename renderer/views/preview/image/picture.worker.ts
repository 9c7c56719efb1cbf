import { serveParser } from '../../../stores/parsing/serve-parser.ts';
import { pictureAsks } from './picture-asks.ts';

serveParser(pictureAsks);
