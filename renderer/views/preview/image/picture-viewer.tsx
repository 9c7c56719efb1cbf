import { ZoomIn, ZoomOut } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';

import { PICTURE_HEAD } from '../../../../shared/preview/picture-size.ts';
import { endingOf } from '../../../../shared/preview/kind.ts';
import { pictureTexts as texts, previewTexts, textViewTexts } from '../../../../shared/text/preview-pane.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { MIB } from '../../../../shared/units.ts';
import { Button } from '../../../components/button.tsx';
import { classes } from '../../../components/classes.ts';
import { useParser } from '../parsing/use-parser.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import type { PictureAsks, PictureSummary } from './picture-asks.ts';
import styles from './picture-viewer.module.css';
/** Longer drawings are not looked at, and so not drawn. */
const MOST_DRAWING = 20 * MIB;
const STEPS = [0.05, 0.1, 0.25, 0.5, 0.75, 1, 1.5, 2, 3, 4, 6, 8, 16];

/** A picture, as large as there is room or as large as it is. Drawings are pictures too: nothing in them runs. */
export function PictureViewer({ file, onTrouble, onShowAs }: ViewerProps) {
  const isDrawing = endingOf(file.name) === 'svg';
  const parsed = useParser<PictureAsks, PictureSummary>(WORKERS.picture, {
    key: file.address,
    onTrouble,
    begin: async (parser, signal) => {
      if (isDrawing && file.sizeBytes > MOST_DRAWING) {
        onTrouble(previewTexts.stopped.tooLarge(formatBytes(MOST_DRAWING)));
        return { width: null, height: null };
      }
      const bytes = await file.read([0, isDrawing ? file.sizeBytes : PICTURE_HEAD], signal);
      return parser.ask('look', { name: file.name, bytes }, [bytes.buffer]);
    },
  });
  if (parsed === null) return null;
  return (
    <Shown
      name={file.name}
      address={file.address}
      told={parsed.summary}
      onDamaged={() => onTrouble(texts.damaged)}
      onShowAsText={isDrawing ? () => onShowAs('code') : null}
    />
  );
}

interface ShownProps {
  readonly name: string;
  readonly address: string;
  readonly told: PictureSummary;
  readonly onDamaged: () => void;
  /** Null: it is no text. */
  readonly onShowAsText: (() => void) | null;
}

function Shown({ name, address, told, onDamaged, onShowAsText }: ShownProps) {
  const [zoom, setZoom] = useState<number | null>(null);
  const [drawn, setDrawn] = useState<{ readonly width: number; readonly height: number } | null>(null);
  const picture = useRef<HTMLImageElement>(null);
  const room = useRef<HTMLDivElement>(null);
  useStartFocus(room);
  // A drawing is as large as it says; of a photograph the browser knows which way is up.
  const { width, height } = sizeOf(told, drawn, onShowAsText !== null);
  const step = (way: 1 | -1): void => {
    const now = zoom ?? (width === 0 ? 1 : (picture.current?.clientWidth ?? width) / width);
    const next = way === 1 ? STEPS.find(each => each > now * 1.01) : STEPS.findLast(each => each < now * 0.99);
    if (next !== undefined) setZoom(next);
  };
  return (
    // The keys are those of the buttons, wherever in the viewer one is.
    <div className={styles['viewer']} role="presentation" onKeyDown={event => onKey(event, step, setZoom)}>
      <ZoomBar onStep={step} onZoom={setZoom} onShowAsText={onShowAsText}>
        <span className={styles['size']}>{width === 0 ? '' : texts.pixels(width, height)}</span>
        {zoom === null ? null : <span className={styles['size']}>{texts.zoom(zoom * 100)}</span>}
      </ZoomBar>
      <div
        ref={room}
        className={classes(styles['room'], zoom === null && styles['fit'])}
        role="region"
        aria-label={texts.label(name)}
        // What scrolls has to be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-region-start
      >
        <img
          ref={picture}
          src={address}
          alt={width === 0 ? name : texts.described(name, width, height)}
          className={classes(zoom !== null && zoom >= 2 && styles['pixels'])}
          style={zoom === null || width === 0 ? {} : { width: `${width * zoom}px`, maxWidth: 'none' }}
          onLoad={({ currentTarget }) =>
            setDrawn({ width: currentTarget.naturalWidth, height: currentTarget.naturalHeight })
          }
          onError={onDamaged}
        />
      </div>
    </div>
  );
}

function sizeOf(
  told: PictureSummary,
  drawn: { readonly width: number; readonly height: number } | null,
  isDrawing: boolean,
): { readonly width: number; readonly height: number } {
  const own = told.width === null || told.height === null ? null : { width: told.width, height: told.height };
  return (isDrawing ? (own ?? drawn) : (drawn ?? own)) ?? { width: 0, height: 0 };
}

function onKey(event: KeyboardEvent, step: (way: 1 | -1) => void, setZoom: (zoom: number | null) => void): void {
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
  readonly onShowAsText: (() => void) | null;
  readonly children: ReactNode;
}

function ZoomBar({ onStep, onZoom, onShowAsText, children }: BarProps) {
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
