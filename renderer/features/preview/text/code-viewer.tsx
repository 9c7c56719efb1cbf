import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import { LinesViewer } from './lines-viewer.tsx';

/** A program, with its words told apart. */
export function CodeViewer(props: ViewerProps) {
  return <LinesViewer {...props} worker={WORKERS.code} />;
}
