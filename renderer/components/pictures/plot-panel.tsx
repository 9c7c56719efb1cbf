import { useEffect, useState } from 'react';

import { plotTexts as texts } from '../../../shared/features/preview/plot-text.ts';
import type { Plot } from '../../../shared/preview/plot/build-plot.ts';
import type { PlotChoice } from '../../../shared/preview/plot/plot-choice.ts';
import type { PictureOffer } from '../../../shared/preview/table-pictures.ts';
import { Chart } from '../chart/chart.tsx';
import type { PictureFile } from '../chart/save-picture.ts';
import { Button } from '../controls/button.tsx';
import { BoxPlot } from './box-plot.tsx';
import styles from './pictures.module.css';
import type { Pictures } from './pictures.ts';
import { PlotChoices } from './plot-choices.tsx';

interface PanelProps {
  readonly name: string;
  readonly offer: PictureOffer;
  readonly pictures: Pictures;
  readonly onSaveToTask?: (picture: PictureFile) => void;
}

/** A plot of a table, and what is plotted. */
export function PlotPanel({ name, offer, pictures, ...more }: PanelProps) {
  const [chosen, choose] = useState<PlotChoice | null>(null);
  const choice = chosen ?? offer.plots[0]?.choice ?? null;
  const plot = usePlotted(pictures, choice);
  if (choice === null) return <p className={styles['empty']}>{texts.none}</p>;
  const title = texts.plotFile(name);
  return (
    <div className={styles['panel']}>
      <section className={styles['choices']} aria-label={texts.choices}>
        {offer.plots.filter(({ why }) => why !== 'usual').length === 0
          ? null
          : offer.plots.map(({ why, choice: offered }) => (
              <Button key={why} look="quiet" onPress={() => choose(offered)}>
                {texts.offers[why]}
              </Button>
            ))}
        <PlotChoices columns={offer.columns} choice={choice} onChoose={choose} />
      </section>
      {plot === undefined ? (
        <p className={styles['empty']}>{texts.working}</p>
      ) : plot === null ? (
        <p className={styles['empty']}>{texts.none}</p>
      ) : plot.is === 'chart' ? (
        <Chart chart={plot.chart} title={title} {...more} />
      ) : (
        <BoxPlot plot={plot} title={title} {...more} />
      )}
    </div>
  );
}

/** What was drawn last stays until the next is there; undefined: nothing was drawn yet. */
function usePlotted({ plot: ask, stamp }: Pictures, choice: PlotChoice | null): Plot | null | undefined {
  const [plot, setPlot] = useState<Plot | null | undefined>(undefined);
  useEffect(() => {
    let isOver = false;
    if (choice === null) return;
    ask(choice).then(
      drawn => (isOver ? undefined : setPlot(drawn)),
      // A file that cannot be read any more says so itself.
      () => undefined,
    );
    return () => void (isOver = true);
  }, [ask, choice, stamp]);
  return plot;
}
