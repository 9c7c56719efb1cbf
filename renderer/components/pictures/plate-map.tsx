import { useMemo, useState } from 'react';

import { plateTexts as words, plotTexts as texts } from '../../../shared/features/preview/plot-text.ts';
import { rampColour, shareOnRamp } from '../../../shared/preview/plate/colour-ramp.ts';
import { contrastOf, type PlateContrast, plateFigures } from '../../../shared/preview/plate/plate-figures.ts';
import type { Plate } from '../../../shared/preview/plate/plate-format.ts';
import { plateShapes, plateSize } from '../../../shared/preview/plate/plate-shapes.ts';
import { valueText } from '../../../shared/preview/plot/axis-text.ts';
import { shapesSvg } from '../../../shared/preview/plot/shapes.ts';
import { SavePictureMenu } from '../chart/save-menu.tsx';
import type { PictureFile } from '../chart/save-picture.ts';
import { readColours } from '../chart/series-look.ts';
import { Select } from '../fields/select.tsx';
import { paletteOf } from './box-plot.tsx';
import layout from '../layout/layout.module.css';
import styles from './pictures.module.css';
import { PlateGrid } from './plate-grid.tsx';
import type { ShownPlate } from './shown-plate.ts';

interface PlateProps {
  readonly name: string;
  readonly plate: Plate;
  /** `difference`: its layers are differences already. */
  readonly holds?: 'value' | 'difference';
  readonly onSaveToTask?: (picture: PictureFile) => void;
}

const NONE = 'none';

/** A plate as a heat map: each well in the colour of its value, with the means of rows and columns and the outliers. */
export function PlateMap({ name, plate, holds = 'value', ...more }: PlateProps) {
  const [at, setAt] = useState(0);
  const [other, setOther] = useState<number | null>(null);
  const [by, setBy] = useState<PlateContrast>('difference');
  const shown = useMemo(() => shownOf(plate, holds, { at, other, by }), [plate, holds, at, other, by]);
  const figures = useMemo(() => plateFigures(plate, shown.values), [plate, shown]);
  const options = plate.layers.map((layer, place) => ({
    value: String(place),
    label: layer.name || words.unnamed(place),
  }));
  const ramp = shown.by === 'value' ? 'sequential' : 'diverging';
  const shareOf = (value: number) => shareOnRamp(value, figures, shown.by);
  const wells = countOf(shown.values);
  const svg = () => {
    const light = readColours(document.body, 'light');
    const drawn = { ...shown, ...figures, format: plate.format, shareOf, ramp } as const;
    return shapesSvg(plateShapes(drawn), { ...plateSize(plate.format), ...fileOf(light), title: shown.title });
  };
  return (
    <div className={styles['panel']}>
      <section className={styles['choices']} aria-label={texts.choices}>
        <Select label={words.layer} value={String(at)} options={options} onChange={value => setAt(Number(value))} />
        {plate.layers.length < 2 || holds === 'difference' ? null : (
          <Select
            label={words.compare}
            value={other === null ? NONE : String(other)}
            options={[{ value: NONE, label: words.nothing }, ...options]}
            onChange={value => setOther(value === NONE ? null : Number(value))}
          />
        )}
        {other === null ? null : (
          <Select
            label={words.by}
            value={by}
            options={(['difference', 'ratio'] as const).map(value => ({ value, label: words.contrasts[value] }))}
            onChange={setBy}
          />
        )}
        {wells === 0 ? null : <Legend low={figures.low} high={figures.high} shareOf={shareOf} ramp={ramp} />}
      </section>
      {wells === 0 ? (
        <p className={styles['empty']}>{words.noNumbers}</p>
      ) : (
        <PlateGrid plate={plate} shown={shown} figures={figures} colourOf={value => rampColour(shareOf(value), ramp)} />
      )}
      <div className={layout['caption']}>
        <span className={styles['note']}>
          {`${shown.title}. ${words.overall(words.wells(wells), valueText(Number(figures.mean.toPrecision(4))))} ${words.outliers(figures.outliers.size)}`}
        </span>
        <SavePictureMenu title={texts.plateFile(name)} svg={svg} {...more} />
      </div>
    </div>
  );
}

function countOf(values: Float64Array): number {
  return values.filter(value => Number.isFinite(value)).length;
}

function fileOf(light: ReturnType<typeof readColours>) {
  return { font: light.font, palette: paletteOf(light) };
}

function shownOf(
  { layers }: Plate,
  holds: 'value' | 'difference',
  { at, other, by }: { readonly at: number; readonly other: number | null; readonly by: PlateContrast },
): ShownPlate {
  const layer = layers[at] ?? layers[0];
  const second = other === null ? undefined : layers[other];
  if (layer === undefined) return { title: '', values: new Float64Array(), texts: [], by: 'value' };
  const nameAt = (place: number) => layers[place]?.name || words.unnamed(place);
  if (second === undefined || other === null)
    return { title: nameAt(at), values: layer.values, texts: layer.texts, by: holds };
  // Read as a sentence: "the value, compared with the other".
  return { title: words.compared(nameAt(at), nameAt(other), by), values: contrastOf(second, layer, by), texts: [], by };
}

/** Steps of the scale: enough to look even. */
const STEPS = 24;

function Legend(props: {
  readonly low: number;
  readonly high: number;
  readonly shareOf: (value: number) => number;
  readonly ramp: 'sequential' | 'diverging';
}) {
  const { low, high, shareOf, ramp } = props;
  return (
    <div className={styles['legend']} role="img" aria-label={`${words.legend}: ${valueText(low)} – ${valueText(high)}`}>
      <span>{valueText(low)}</span>
      <svg
        viewBox={`0 0 ${STEPS} 1`}
        preserveAspectRatio="none"
        shapeRendering="crispEdges"
        className={styles['ramp']}
        aria-hidden="true"
      >
        {Array.from({ length: STEPS }, (_, at) => (
          <rect
            key={at}
            x={at}
            width={1.05}
            height={1}
            fill={rampColour(shareOf(low + ((high - low) * (at + 0.5)) / STEPS), ramp).ground}
          />
        ))}
      </svg>
      <span>{valueText(high)}</span>
    </div>
  );
}
