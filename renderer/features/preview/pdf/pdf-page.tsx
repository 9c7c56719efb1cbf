import { type CSSProperties, memo, type RefObject, useEffect, useRef } from 'react';

import { pdfTexts as texts } from '../../../../shared/features/preview/files-text.ts';
import type { PageText } from '../../../../shared/preview/pdf/pdf-document.ts';
import type { DrawnPage, PageSize } from './pdf-requests.ts';
import styles from './pdf-viewer.module.css';

interface PageProps {
  readonly at: number;
  readonly count: number;
  readonly size: PageSize;
  /** Pixels of a point. */
  readonly scale: number;
  readonly drawn: DrawnPage | undefined;
  readonly scroller: RefObject<HTMLElement | null>;
  readonly onSeen: (at: number, isSeen: boolean) => void;
}

/** A page: its picture, and over it its text, which cannot be seen but selected and read out. */
export const PdfPage = memo(function PdfPage({ at, count, size, scale, drawn, scroller, onSeen }: PageProps) {
  const page = useRef<HTMLElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const element = page.current;
    if (element === null) return;
    const observer = new IntersectionObserver(entries => onSeen(at, entries.at(-1)?.isIntersecting === true), {
      root: scroller.current,
      rootMargin: '50% 0px',
    });
    observer.observe(element);
    return () => {
      observer.disconnect();
      onSeen(at, false);
    };
  }, [at, onSeen, scroller]);
  useEffect(() => paint(canvas.current, drawn), [drawn]);
  const { width, height } = drawn?.size ?? size;
  return (
    <section
      ref={page}
      className={styles['page']}
      aria-label={texts.page(at + 1, count)}
      style={{ width: `${width * scale}px`, height: `${height * scale}px` }}
    >
      {drawn === undefined ? null : (
        <>
          <canvas ref={canvas} aria-hidden="true" />
          {drawn.missing === 0 ? null : <p className={styles['missing']}>{texts.missing(drawn.missing)}</p>}
          <div className={styles['texts']}>
            {drawn.texts.map((text, place) => (
              // Texts never change their places.
              // oxlint-disable-next-line react/no-array-index-key
              <Text key={place} text={text} scale={scale} />
            ))}
          </div>
        </>
      )}
    </section>
  );
});

function Text({
  text: { text, x, y, width, height, angle, isEnd },
  scale,
}: {
  readonly text: PageText;
  readonly scale: number;
}) {
  if (text === '') return isEnd ? <br /> : null;
  const wide = breadthOf(text) * height;
  const stretch = wide > 0 && width > 0 ? width / wide : 1;
  const style: CSSProperties = {
    left: `${x * scale}px`,
    top: `${y * scale}px`,
    fontSize: `${height * scale}px`,
    transform: `rotate(${angle}deg) scaleX(${stretch})`,
  };
  return (
    <>
      <span style={style}>{text}</span>
      {isEnd ? <br /> : null}
    </>
  );
}

let measure: CanvasRenderingContext2D | null = null;

/** How wide a text is in the face it is laid over in, for a height of 1. */
function breadthOf(text: string): number {
  measure ??= document.createElement('canvas').getContext('2d');
  if (measure === null) return 0;
  measure.font = '100px sans-serif';
  return measure.measureText(text).width / 100;
}

function paint(canvas: HTMLCanvasElement | null, drawn: DrawnPage | undefined): void {
  if (canvas === null || drawn === undefined) return;
  const { picture } = drawn;
  // A picture is given away once; an effect may run twice.
  if (picture.width === 0) return;
  [canvas.width, canvas.height] = [picture.width, picture.height];
  canvas.getContext('2d')?.drawImage(picture, 0, 0);
}
