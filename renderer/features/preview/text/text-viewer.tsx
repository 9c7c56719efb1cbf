import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import { LinesViewer } from './lines-viewer.tsx';

/** A text, line by line. */
export function TextViewer(props: ViewerProps) {
  return <LinesViewer {...props} worker={WORKERS.text} />;
}
