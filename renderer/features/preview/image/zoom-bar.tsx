import { ZoomIn, ZoomOut } from 'lucide-react';
import type { KeyboardEvent, ReactNode } from 'react';

import { pictureTexts as texts, textViewTexts } from '../../../../shared/features/preview/pane-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import styles from './picture-viewer.module.css';

const STEPS = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 16];

/** The next size in either way; the same at either end. 1: as large as it is. */
export function zoomAfter(now: number, way: 1 | -1): number {
  return (way === 1 ? STEPS.find(each => each > now * 1.01) : STEPS.findLast(each => each < now * 0.99)) ?? now;
}

/** What the keys do, wherever in the viewer one is: those of the buttons. */
export function onZoomKey(
  event: KeyboardEvent,
  step: (way: 1 | -1) => void,
  setZoom: (zoom: number | null) => void,
): void {
  const acts: { readonly [key: string]: () => void } = {
    '+': () => step(1),
    '=': () => step(1),
    '-': () => step(-1),
    '0': () => setZoom(null),
    '1': () => setZoom(1),
  };
  const act = acts[event.key];
  if (act === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  act();
}

interface BarProps {
  readonly onStep: (way: 1 | -1) => void;
  readonly onZoom: (zoom: number | null) => void;
  /** Null: it is no text. */
  readonly onShowAsText: (() => void) | null;
  readonly children: ReactNode;
}

/** How large it is drawn. */
export function ZoomBar({ onStep, onZoom, onShowAsText, children }: BarProps) {
  return (
    <div className={styles['bar']}>
      <Button look="icon" label={texts.smaller} onPress={() => onStep(-1)}>
        <ZoomOut size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Button look="icon" label={texts.larger} onPress={() => onStep(1)}>
        <ZoomIn size={16} strokeWidth={1.75} aria-hidden="true" />
      </Button>
      <Button look="quiet" onPress={() => onZoom(null)}>
        {texts.fit}
      </Button>
      <Button look="quiet" onPress={() => onZoom(1)}>
        {texts.whole}
      </Button>
      {onShowAsText === null ? null : (
        <Button look="quiet" onPress={onShowAsText}>
          {textViewTexts.asText}
        </Button>
      )}
      {children}
    </div>
  );
}
