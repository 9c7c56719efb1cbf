import { serveParser } from '../stores/serve-parser.ts';
import { drawPiece } from '../../../state/draw-piece.ts';
import { stackAsks } from './stack-requests.ts';

serveParser(stackAsks(drawPiece));
