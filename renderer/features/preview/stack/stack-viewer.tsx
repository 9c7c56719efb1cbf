import { useEffect, useRef, useState } from 'react';

import { stackTexts as texts } from '../../../../shared/features/preview/files-text.ts';
import { pictureTexts } from '../../../../shared/features/preview/pane-text.ts';
import { Button } from '../../../components/controls/button.tsx';
import { classes } from '../../../components/classes.ts';
import { Switch } from '../../../components/fields/checkbox.tsx';
import { Slider } from '../../../components/controls/slider.tsx';
import room from '../image/picture-viewer.module.css';
import layout from '../../../components/layout/layout.module.css';
import { onZoomKey, zoomAfter, ZoomBar } from '../image/zoom-bar.tsx';
import { useParser } from '../parsing/use-parser.ts';
import { useStartFocus } from '../parsing/use-start-focus.ts';
import type { ViewerProps } from '../viewer.ts';
import { WORKERS } from '../workers.ts';
import { MIB } from '../../../../shared/units.ts';
import { portTo } from '../sections/port-to.ts';
import { planeWords } from '../../../../shared/preview/tiff/stack-axes.ts';
import type { ColouredChannel } from '../../../../shared/preview/tiff/channel-colours.ts';
import type { Contrast, DrawnPlane } from '../../../../shared/preview/tiff/plane-drawing.ts';
import type { PlaneSummary, StackAsks, StackSummary } from './stack-requests.ts';
import styles from './stack-viewer.module.css';
import { usePlane } from './use-plane.ts';
import { useSummary } from './use-summary.ts';

/** Longer files are read plane by plane, in bytes: each plane takes a moment then. */
const MOST_WHOLE = 64 * MIB;

/** The planes of a TIFF file, with the contrast that shows what is in them. */
export function StackViewer({ file, onTrouble }: ViewerProps) {
  const parsed = useParser<StackAsks, StackSummary>(WORKERS.stack, {
    key: file.address,
    onTrouble,
    begin: async (parser, signal) => {
      if (file.sizeBytes > MOST_WHOLE) {
        const port = portTo(file, signal, () => undefined);
        return parser.ask('openParts', { sizeBytes: file.sizeBytes, port }, [port]);
      }
      const bytes = await file.read([0, file.sizeBytes], signal);
      return parser.ask('open', { bytes: bytes as Uint8Array<ArrayBuffer> }, [bytes.buffer]);
    },
  });
  const [at, go] = useState(0);
  const [inColours, setInColours] = useState(false);
  const { plane, drawn, contrast, channels, setContrast } = usePlane(
    parsed?.parser ?? null,
    { at, inColours },
    onTrouble,
  );
  const stack = useSummary(parsed, plane !== null, onTrouble);
  if (stack === null || plane === null || drawn === null || contrast === null) return null;
  return (
    <Shown
      name={file.name}
      stack={stack}
      at={at}
      onGo={go}
      plane={plane}
      drawn={drawn}
      contrast={contrast}
      onContrast={setContrast}
      channels={channels}
      inColours={inColours}
      onColours={setInColours}
    />
  );
}

interface ShownProps {
  readonly name: string;
  readonly stack: StackSummary;
  /** The plane that is asked for; `plane` is the one that is here. */
  readonly at: number;
  readonly onGo: (at: number) => void;
  readonly plane: PlaneSummary;
  readonly drawn: DrawnPlane;
  readonly contrast: Contrast;
  /** Null: as it is best seen. */
  readonly onContrast: (contrast: Contrast | null) => void;
  /** The channels that are shown together, as they are coloured. */
  readonly channels: readonly ColouredChannel[];
  readonly inColours: boolean;
  readonly onColours: (inColours: boolean) => void;
}

function Shown(props: ShownProps) {
  const { name, stack, plane, drawn } = props;
  const [zoom, setZoom] = useState<number | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);
  useStartFocus(scroller);
  useEffect(() => paint(canvas.current, drawn), [drawn]);
  const step = (way: 1 | -1): void => {
    const now = zoom ?? (canvas.current?.clientWidth ?? plane.width) / plane.width;
    setZoom(zoomAfter(now, way));
  };
  return (
    <div className={layout['column']} role="presentation" onKeyDown={event => onKey(event, step, setZoom)}>
      <ZoomBar onStep={step} onZoom={setZoom} onShowAsText={null}>
        <span className={room['size']}>{factsOf(plane, stack)}</span>
        {drawn.width < plane.width ? <span className={room['size']}>{texts.reduced}</span> : null}
        {zoom === null ? null : <span className={room['size']}>{pictureTexts.zoom(zoom * 100)}</span>}
      </ZoomBar>
      <Controls {...props} />
      <div
        ref={scroller}
        className={classes(room['room'], zoom === null && room['fit'])}
        role="region"
        aria-label={pictureTexts.label(name)}
        // What scrolls has to be reached by keyboard.
        // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
        tabIndex={0}
        data-region-start
      >
        <canvas
          ref={canvas}
          role="img"
          aria-label={`${pictureTexts.described(name, plane.width, plane.height)}, ${planeWords(plane.at, stack)}`}
          className={classes(styles['plane'], zoom !== null && zoom >= 2 && room['pixels'])}
          style={zoom === null ? {} : { width: `${plane.width * zoom}px`, maxWidth: 'none' }}
        />
      </div>
    </div>
  );
}

type ControlProps = Omit<ShownProps, 'name' | 'drawn'>;

/** Which plane, its channels together or alone, and which samples are black and white. */
function Controls(props: ControlProps) {
  const { stack, at, onGo, channels, inColours, onColours } = props;
  const hasChannels = stack.axes?.some(({ of, count }) => of === 'channel' && count > 1) ?? false;
  return (
    <div className={styles['controls']}>
      {stack.planes < 2 ? null : (
        <Slider
          label={texts.plane}
          values={[at + 1]}
          least={1}
          most={stack.planes}
          step={1}
          shown={planeWords(at, stack)}
          onChange={([to = 1]) => onGo(to - 1)}
        />
      )}
      {hasChannels ? (
        <Switch isOn={inColours} onChange={onColours}>
          {texts.colourful}
        </Switch>
      ) : null}
      {inColours ? <Colours channels={channels} /> : <ContrastControl {...props} />}
    </div>
  );
}

/** Which channel has which colour. */
function Colours({ channels }: Pick<ShownProps, 'channels'>) {
  return (
    <ul className={styles['colours']} aria-label={texts.coloursLabel}>
      {channels.map(({ name, colour: [red, green, blue], plane }, at) => (
        <li key={plane}>
          <span
            className={styles['colour']}
            style={{ backgroundColor: `rgb(${red} ${green} ${blue})` }}
            aria-hidden="true"
          />
          {name === '' ? texts.channel(at + 1) : name}
        </li>
      ))}
    </ul>
  );
}

function ContrastControl({ plane, contrast, onContrast }: Pick<ShownProps, 'plane' | 'contrast' | 'onContrast'>) {
  const { low, high } = contrast;
  const [least, most] = [Math.min(plane.least, plane.usual.low), Math.max(plane.most, plane.usual.high)];
  return (
    <>
      <Slider
        label={texts.contrast}
        values={[Math.max(least, low), Math.min(most, high)]}
        least={least}
        most={most}
        step={plane.format === 'float' ? (most - least) / 500 || 1 : 1}
        thumbs={[texts.black, texts.white]}
        shown={texts.range(low, high)}
        onChange={([from = least, to = most]) => onContrast({ low: from, high: to })}
      />
      <div className={styles['buttons']}>
        <Button look="quiet" onPress={() => onContrast({ low: plane.autoLow, high: plane.autoHigh })}>
          {texts.auto}
        </Button>
        <Button look="quiet" onPress={() => onContrast({ low: plane.least, high: plane.most })}>
          {texts.full}
        </Button>
      </div>
    </>
  );
}

/** The keys of the picture; those in a slider are its own. */
function onKey(
  event: Parameters<typeof onZoomKey>[0],
  ...acts: [(way: 1 | -1) => void, (zoom: number | null) => void]
) {
  if (!(event.target instanceof HTMLInputElement)) onZoomKey(event, ...acts);
}

function paint(canvas: HTMLCanvasElement | null, { width, height, pixels }: DrawnPlane): void {
  if (canvas === null) return;
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.putImageData(new ImageData(pixels, width, height), 0, 0);
}

function factsOf({ width, height, bits, format, isColoured }: PlaneSummary, { pixelSize }: StackSummary): string {
  const parts = [pictureTexts.pixels(width, height), texts.kind(bits, format, isColoured)];
  if (pixelSize !== null) parts.push(texts.pixelSize(Number(pixelSize.toPrecision(4))));
  return parts.join(' · ');
}
