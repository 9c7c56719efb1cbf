import { serveParser } from '../../../stores/parsing/serve-parser.ts';
import { drawPiece } from '../../../stores/draw-piece.ts';
import { stackAsks } from './stack-asks.ts';

serveParser(stackAsks(drawPiece));
