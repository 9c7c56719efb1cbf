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
  name: string,
  shows: readonly string[],
  more?: (hand: Hand) => Promise<void>,
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
  pictured('IL6 amplification.csv', plotTexts.asPlot, 'amplification curves', [
    plotTexts.offers.amplification,
    chartTexts.save,
  ]),
  pictured('IL6 standards.csv', plotTexts.asPlot, 'a standard curve', [
    plotTexts.offers['standard-curve'],
    'Efficiency',
  ]),
  pictured('Freezer log.csv', plotTexts.asPlot, 'lines along time', ['Freezer 2 (°C)', chartTexts.asTable]),
  pictured(
    'Freezer log.csv',
    plotTexts.asPlot,
    'the numbers of a plot',
    [chartTexts.tableOf(500, 900)],
    async ({ see, press }) => {
      await see(chartTexts.asTable);
      await press(chartTexts.asTable);
    },
  ),
  pictured('Cells by treatment.csv', plotTexts.asPlot, 'boxes of groups', [plotTexts.boxes]),
  pictured('ELISA of day 3.csv', plotTexts.asPlate, 'a plate from a list', [
    plateTexts.outliers(1),
    plateTexts.compare,
  ]),
  pictured('IL6 qPCR.csv', plotTexts.asPlate, 'a plate of threshold cycles', [
    plateTexts.layer,
    tableTexts.rows(48, 48),
  ]),
];
