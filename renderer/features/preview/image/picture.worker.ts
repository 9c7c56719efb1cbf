import { serveParser } from '../stores/serve-parser.ts';
import { pictureAsks } from './picture-requests.ts';

serveParser(pictureAsks);
