import { type RefObject, useEffect, useRef, useState } from 'react';

import { pdfTexts as texts } from '../../../../shared/features/preview/files-text.ts';
import { pictureTexts } from '../../../../shared/features/preview/pane-text.ts';
import { onZoomKey, zoomAfter, ZoomBar } from '../image/zoom-bar.tsx';
import type { Parser } from '../stores/parser.ts';
import { useParser } from '../parsing/use-parser.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import type { PdfAsks, PdfSummary } from './pdf-requests.ts';
import { PdfPage } from './pdf-page.tsx';
import styles from './pdf-viewer.module.css';
import layout from '../../../components/layout/layout.module.css';
import { useDrawnPages, useSeenPages } from './use-pages.ts';

/** Pixels of a point on a screen where a page is as large as on paper. */
const POINT = 96 / 72;
/** Longer documents are shown up to there. */
const MOST_PAGES = 3000;

/** The pages of a PDF, with text that can be selected. Nothing in it runs, and nothing leads out of it. */
export function PdfViewer({ file, onTrouble }: ViewerProps) {
  const parsed = useParser<PdfAsks, PdfSummary>(WORKERS.pdf, {
    key: file.address,
    onTrouble,
    begin: async (parser, signal) => {
      const bytes = await file.read([0, file.sizeBytes], signal);
      return parser.ask('open', { bytes }, [bytes.buffer]);
    },
  });
  if (parsed === null) return null;
  return <Pages name={file.name} parser={parsed.parser} summary={parsed.summary} onTrouble={onTrouble} />;
}

interface PagesProps {
  readonly name: string;
  readonly parser: Parser<PdfAsks>;
  readonly summary: PdfSummary;
  readonly onTrouble: (sentence: string) => void;
}

function Pages({ name, parser, summary, onTrouble }: PagesProps) {
  const { pages, size } = summary;
  const scroller = useRef<HTMLDivElement>(null);
  useStartFocus(scroller);
  const room = useRoom(scroller);
  const [zoom, setZoom] = useState<number | null>(null);
  const scale = zoom === null ? fitting(room, size.width) : zoom * POINT;
  const { seen, onSeen } = useSeenPages();
  const drawn = useDrawnPages(parser, { seen, scale: scale * window.devicePixelRatio, onTrouble });
  const at = usePageNow(scroller, pages);
  const step = (way: 1 | -1): void => setZoom(zoomAfter(zoom ?? scale / POINT, way));
  return (
    // The keys are those of the buttons, wherever in the viewer one is.
    <div className={layout['column']} role="presentation" onKeyDown={event => onZoomKey(event, step, setZoom)}>
      <ZoomBar onStep={step} onZoom={setZoom} onShowAsText={null}>
        <span className={styles['note']}>{texts.page(at + 1, pages)}</span>
        {zoom === null ? null : <span className={styles['note']}>{pictureTexts.zoom(zoom * 100)}</span>}
        {pages > MOST_PAGES ? <span className={styles['note']}>{texts.cut(MOST_PAGES)}</span> : null}
      </ZoomBar>
      <div
        ref={scroller}
        className={styles['room']}
        role="document"
        aria-label={texts.label(name)}
        // What scrolls has to be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-region-start
      >
        {room === 0
          ? null
          : Array.from({ length: Math.min(pages, MOST_PAGES) }, (_, page) => (
              <PdfPage
                key={page}
                at={page}
                count={pages}
                size={size}
                scale={scale}
                drawn={drawn.get(page)}
                scroller={scroller}
                onSeen={onSeen}
              />
            ))}
      </div>
    </div>
  );
}

/** As wide as there is room, but not larger than is good to read. */
function fitting(room: number, width: number): number {
  return Math.max(0.1, Math.min(room / Math.max(1, width), 1.25 * POINT));
}

/** How wide pages may be, in pixels; 0 before it is known. */
function useRoom(scroller: RefObject<HTMLElement | null>): number {
  const [room, setRoom] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = (): void => {
      const { paddingLeft, paddingRight } = getComputedStyle(element);
      setRoom(element.clientWidth - Number.parseFloat(paddingLeft) - Number.parseFloat(paddingRight));
    };
    const observer = new ResizeObserver(look);
    observer.observe(element);
    return () => observer.disconnect();
  }, [scroller]);
  return room;
}

/** The page that most of the room shows. */
function usePageNow(scroller: RefObject<HTMLElement | null>, pages: number): number {
  const [at, setAt] = useState(0);
  useEffect(() => {
    const element = scroller.current;
    if (element === null) return;
    const look = (): void => {
      // Short last pages never reach the middle.
      const isEnd = element.scrollTop > 0 && element.scrollTop + element.clientHeight >= element.scrollHeight - 2;
      const middle = element.scrollTop + element.clientHeight / 2;
      const place = [...element.children].findIndex(
        child => child instanceof HTMLElement && child.offsetTop + child.offsetHeight >= middle,
      );
      setAt(place === -1 || isEnd ? Math.max(0, pages - 1) : place);
    };
    element.addEventListener('scroll', look, { passive: true });
    return () => element.removeEventListener('scroll', look);
  }, [scroller, pages]);
  return at;
}
