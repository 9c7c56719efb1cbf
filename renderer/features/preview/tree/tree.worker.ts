import { serveParser } from '../stores/serve-parser.ts';
import { treeAsks } from './tree-requests.ts';

serveParser(treeAsks());
