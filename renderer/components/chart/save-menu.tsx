import { Download } from 'lucide-react';

import { chartTexts as texts } from '../../../shared/features/preview/chart-text.ts';
import type { Chart } from '../../../shared/preview/formats/sections.ts';
import { chartSvg } from '../../../shared/preview/plot/chart-svg.ts';
import { announce } from '../../state/announcements.ts';
import { MenuButton, type MenuLine } from '../controls/menu.tsx';
import { type PictureFile, pictureFile, savePicture } from './save-picture.ts';
import { fileLook } from './series-look.ts';

interface SaveProps {
  readonly title: string;
  readonly onSaveToTask?: (picture: PictureFile) => void;
}

/** Saves the chart as a picture, to disk or to a task. */
export function SaveMenu({ chart, title, ...more }: SaveProps & { readonly chart: Chart }) {
  return (
    <SavePictureMenu
      title={title}
      svg={() => chartSvg(chart, title, fileLook(document.body, chart.series.length))}
      {...more}
    />
  );
}

/** Saves a drawing as a picture. @param svg null: there is nothing to draw. */
export function SavePictureMenu({ title, svg, onSaveToTask }: SaveProps & { readonly svg: () => string | null }) {
  const make = (ending: 'png' | 'svg', then: (picture: PictureFile) => void) => {
    const drawing = svg();
    if (drawing === null) return announce(texts.notSaved);
    pictureFile(drawing, texts.fileName(title, ending), ending).then(then, () => announce(texts.notSaved));
  };
  const toDisk = (picture: PictureFile) => {
    savePicture(picture);
    announce(texts.saved(picture.name));
  };
  const line = (id: string, label: string, ending: 'png' | 'svg', then: (picture: PictureFile) => void): MenuLine => ({
    id,
    label,
    onPress: () => make(ending, then),
  });
  const toTask =
    onSaveToTask === undefined
      ? []
      : [
          null,
          line('png-task', texts.pngToTask, 'png', onSaveToTask),
          line('svg-task', texts.svgToTask, 'svg', onSaveToTask),
        ];
  return (
    <MenuButton
      text={texts.save}
      label={texts.save}
      icon={Download}
      lines={[line('png', texts.png, 'png', toDisk), line('svg', texts.svg, 'svg', toDisk), ...toTask]}
    />
  );
}
