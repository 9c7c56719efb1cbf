import { useRef, useState } from 'react';

import { PICTURE_HEAD } from '../../../../shared/preview/picture-size.ts';
import { endingOf } from '../../../../shared/name-ending.ts';
import { pictureTexts as texts, previewTexts } from '../../../../shared/features/preview/pane-text.ts';
import { formatBytes } from '../../../../shared/text/format.ts';
import { MIB } from '../../../../shared/units.ts';
import { classes } from '../../../components/classes.ts';
import { withPass } from '../../../state/window-session.ts';
import { useParser } from '../parsing/use-parser.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import type { PictureAsks, PictureSummary } from './picture-requests.ts';
import styles from './picture-viewer.module.css';
import layout from '../../../components/layout/layout.module.css';
import { onZoomKey, zoomAfter, ZoomBar } from './zoom-bar.tsx';

/** Longer drawings are not looked at, and so not drawn. */
const MOST_DRAWING = 20 * MIB;

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
    setZoom(zoomAfter(now, way));
  };
  return (
    // The keys are those of the buttons, wherever in the viewer one is.
    <div className={layout['column']} role="presentation" onKeyDown={event => onZoomKey(event, step, setZoom)}>
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
          src={withPass(address)}
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
