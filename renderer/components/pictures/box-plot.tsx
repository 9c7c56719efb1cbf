import { type RefObject, useEffect, useRef, useState } from 'react';

import { chartTexts } from '../../../shared/features/preview/chart-text.ts';
import { plotTexts as texts } from '../../../shared/features/preview/plot-text.ts';
import { valueText } from '../../../shared/preview/plot/axis-text.ts';
import { BOX_SIZE, boxShapes, type DrawnSize, LEAST_BOX_SIZE } from '../../../shared/preview/plot/box-shapes.ts';
import type { Plot } from '../../../shared/preview/plot/build-plot.ts';
import type { BoxFigures } from '../../../shared/preview/plot/plot-numbers.ts';
import { type Palette, shapesSvg } from '../../../shared/preview/plot/shapes.ts';
import { SavePictureMenu } from '../chart/save-menu.tsx';
import type { PictureFile } from '../chart/save-picture.ts';
import { readColours } from '../chart/series-look.ts';
import { useColours } from '../chart/use-colours.ts';
import { Button } from '../controls/button.tsx';
import { FiguresTable } from '../layout/figures-table.tsx';
import layout from '../layout/layout.module.css';
import styles from './pictures.module.css';
import { ShapesDrawing } from './shapes-drawing.tsx';

interface BoxProps {
  readonly plot: Extract<Plot, { is: 'boxes' }>;
  readonly title: string;
  readonly onSaveToTask?: (picture: PictureFile) => void;
}

/** A box plot; its figures are a table one press away. */
export function BoxPlot({ plot, title, ...more }: BoxProps) {
  const [isTable, setTable] = useState(false);
  const colours = useColours();
  const place = useRef<HTMLDivElement>(null);
  const size = useSize(place, isTable);
  const shapes = boxShapes(plot, size);
  if (shapes.length === 0) return <p className={styles['empty']}>{chartTexts.noData}</p>;
  const svg = () => {
    const light = readColours(document.body, 'light');
    return shapesSvg(boxShapes(plot, BOX_SIZE), { ...BOX_SIZE, title, font: light.font, palette: paletteOf(light) });
  };
  return (
    <figure className={styles['figure']}>
      {isTable ? (
        <BoxTable plot={plot} title={title} />
      ) : (
        <div
          ref={place}
          className={styles['boxes']}
          role="img"
          aria-label={[title, ...plot.boxes.map(sentenceOf)].join('. ')}
        >
          <ShapesDrawing shapes={shapes} size={size} palette={paletteOf(colours)} className={styles['drawing'] ?? ''} />
        </div>
      )}
      <figcaption className={layout['caption']}>
        <span className={styles['note']}>{plot.note}</span>
        <Button look="quiet" onPress={() => setTable(!isTable)}>
          {isTable ? chartTexts.asPicture : chartTexts.asTable}
        </Button>
        <SavePictureMenu title={title} svg={svg} {...more} />
      </figcaption>
    </figure>
  );
}

/** How large a place is, so that what is drawn in it fills it. @param isAway while it is not in the page. */
function useSize(place: RefObject<HTMLElement | null>, isAway: boolean): DrawnSize {
  const [size, setSize] = useState(BOX_SIZE);
  useEffect(() => {
    const element = place.current;
    if (element === null || isAway) return;
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry?.contentRect ?? BOX_SIZE;
      setSize({
        width: Math.max(LEAST_BOX_SIZE.width, Math.floor(width)),
        height: Math.max(LEAST_BOX_SIZE.height, Math.floor(height)),
      });
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, [place, isAway]);
  return size;
}

/** The colours of a drawing, from those of the window. */
export function paletteOf(colours: ReturnType<typeof readColours>): Palette {
  const { ink, soft, line, paper, series } = colours;
  return { ink, soft, line, paper, series: colours.isForced ? paper : (series[0] ?? ink) };
}

function figuresOf(box: BoxFigures): readonly string[] {
  const values = [box.lowerWhisker, box.lowerQuartile, box.median, box.upperQuartile, box.upperWhisker];
  return [...values.map(valueText), String(box.outlierCount)];
}

function sentenceOf(box: BoxFigures): string {
  return texts.box(box.name, box.count, [`${texts.figures[2].toLowerCase()} ${valueText(box.median)}`]);
}

function BoxTable({ plot, title }: Pick<BoxProps, 'plot' | 'title'>) {
  return (
    <FiguresTable title={title}>
      <thead>
        <tr>
          <th scope="col">{texts.name}</th>
          <th scope="col">{texts.count}</th>
          {texts.figures.map(name => (
            <th scope="col" key={name}>
              {name}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {plot.boxes.map(box => (
          <tr key={box.name}>
            <th scope="row">{box.name}</th>
            <td>{box.count}</td>
            {figuresOf(box).map((value, at) => (
              <td key={texts.figures[at]}>{value}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </FiguresTable>
  );
}
