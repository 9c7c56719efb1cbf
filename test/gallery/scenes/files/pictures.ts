import { chartTexts } from '../../../../shared/features/preview/chart-text.ts';
import { plateTexts, plotTexts } from '../../../../shared/features/preview/plot-text.ts';
import { tableTexts } from '../../../../shared/features/preview/pane-text.ts';
import type { Hand } from '../../hand.ts';
import type { Scene } from '../../scene.ts';
import { withFile } from './preview.ts';

/** A table over the window, looked at as a picture. */
function pictured(
  file: string,
  look: string,
  {
    name,
    shows,
    more,
  }: {
    readonly name: string;
    readonly shows: readonly string[];
    readonly more?: (hand: Hand) => Promise<void>;
  },
): Scene {
  return {
    screen: 'preview',
    state: 'full',
    name,
    route: '#/files/m1',
    answers: withFile(file),
    steps: async hand => {
      await hand.choose(file);
      await hand.key('Enter');
      await hand.see(look);
      await hand.press(look);
      await more?.(hand);
    },
    shows,
  };
}

/** Tables of the preview as plots and plates. */
export const pictureScenes: readonly Scene[] = [
  pictured('IL6 amplification.csv', plotTexts.asPlot, {
    name: 'amplification curves',
    shows: [plotTexts.offers.amplification, chartTexts.save],
  }),
  pictured('IL6 standards.csv', plotTexts.asPlot, {
    name: 'a standard curve',
    shows: [plotTexts.offers['standard-curve'], 'Efficiency'],
  }),
  pictured('Freezer log.csv', plotTexts.asPlot, {
    name: 'lines along time',
    shows: ['Freezer 2 (°C)', chartTexts.asTable],
  }),
  pictured('Freezer log.csv', plotTexts.asPlot, {
    name: 'the numbers of a plot',
    shows: [chartTexts.tableOf(500, 900)],
    more: async ({ see, press }) => {
      await see(chartTexts.asTable);
      await press(chartTexts.asTable);
    },
  }),
  pictured('Cells by treatment.csv', plotTexts.asPlot, { name: 'boxes of groups', shows: [plotTexts.boxes] }),
  pictured('Cells by treatment.csv', plotTexts.asPlot, {
    name: 'the figures of boxes',
    shows: [chartTexts.asPicture, 'Drug 5 µM'],
    more: async ({ see, press }) => {
      await see(plotTexts.boxes);
      await press(chartTexts.asTable);
    },
  }),
  pictured('ELISA of day 3.csv', plotTexts.asPlate, {
    name: 'a plate from a list',
    shows: [plateTexts.outliers(1), plateTexts.compare],
  }),
  pictured('IL6 qPCR.csv', plotTexts.asPlate, {
    name: 'a plate of threshold cycles',
    shows: [plateTexts.layer, tableTexts.rows(48, 48)],
  }),
];
