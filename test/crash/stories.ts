import type { OperationKind } from '../../main/core/plan/operation.ts';
import type { CrashStage } from './stage.ts';
import type { Story } from './story.ts';

const two = (stage: CrashStage): void => {
  stage.save('a.csv');
  stage.save('raw/b.csv');
};

/** The stories of these kinds of operation. */
export function storiesOf(...kinds: readonly OperationKind[]): readonly (Story & { readonly kind: OperationKind })[] {
  return kinds.flatMap(kind => STORIES[kind].map(story => ({ ...story, kind })));
}

/** Every operation of a plan, each with what leads to it. An operation without a story does not compile. */
export const STORIES: { readonly [K in OperationKind]: readonly Story[] } = {
  upload: [
    { name: 'a new file is sent', by: 'here', act: stage => stage.save('a.csv'), subject: ['a.csv'] },
    {
      name: 'two new files are sent in one batch',
      by: 'here',
      act: stage => ['a.csv', 'b.csv'].forEach(path => stage.save(path)),
      subject: ['b.csv'],
    },
    {
      name: 'a file edited here outlives its removal at the service',
      by: 'both',
      arrange: two,
      act: stage => {
        stage.removeThere('a.csv');
        stage.save('a.csv');
      },
      subject: ['a.csv'],
    },
  ],
  'upload-version': [
    {
      name: 'an edit is sent as a version',
      by: 'here',
      arrange: two,
      act: stage => stage.save('a.csv'),
      subject: ['a.csv'],
    },
    {
      name: 'a renamed and edited file is sent as a version',
      by: 'here',
      arrange: two,
      act: stage => {
        stage.rename('a.csv', 'raw/new.csv');
        stage.save('raw/new.csv');
      },
      subject: ['raw/new.csv', 'a.csv'],
    },
    {
      name: 'an upload mirror sends its edit on top of a foreign one',
      mode: 'upload',
      by: 'both',
      arrange: two,
      act: stage => {
        stage.editThere('a.csv');
        stage.save('a.csv');
      },
      subject: ['a.csv'],
    },
  ],
  download: [
    { name: 'a new file arrives', by: 'there', act: stage => stage.addThere('a.csv'), subject: ['a.csv'] },
    {
      name: 'a new version replaces the old one',
      by: 'there',
      arrange: two,
      act: stage => stage.editThere('a.csv'),
      subject: ['a.csv'],
    },
    {
      name: 'a file removed here comes back because it was edited there',
      by: 'both',
      arrange: two,
      act: stage => {
        stage.remove('a.csv');
        stage.editThere('a.csv');
      },
      subject: ['a.csv'],
    },
    {
      name: 'bytes slip in while a new version replaces the old one',
      by: 'both',
      arrange: two,
      act: stage => stage.editThere('a.csv'),
      subject: ['a.csv'],
      slipsIn: (stage, { label }) => {
        if (label === 'disk.place a.csv: renamed') stage.writeLate();
      },
    },
    {
      name: 'a download mirror gets a new version',
      mode: 'download',
      by: 'there',
      arrange: stage => void stage.addThere('a.csv'),
      act: stage => stage.editThere('a.csv'),
      subject: ['a.csv'],
    },
  ],
  'keep-both': [
    {
      name: 'a file edited on both sides is kept twice',
      by: 'both',
      arrange: two,
      act: stage => {
        stage.save('a.csv');
        stage.editThere('a.csv');
      },
      subject: ['a.csv'],
    },
    {
      name: 'two new files under one name are both kept',
      by: 'both',
      act: stage => {
        stage.save('a.csv');
        stage.addThere('a.csv');
      },
      subject: ['a.csv'],
    },
    {
      name: 'an edit in a download mirror is kept beside the next version',
      mode: 'download',
      by: 'both',
      arrange: stage => void stage.addThere('a.csv'),
      act: stage => {
        stage.save('a.csv');
        stage.editThere('a.csv');
      },
      subject: ['a.csv'],
    },
    {
      name: 'the same edit on both sides is one edit',
      by: 'both',
      arrange: two,
      act: stage => stage.editThere('a.csv', stage.save('a.csv')),
      subject: ['a.csv'],
    },
  ],
  'create-folder-local': [
    {
      name: 'a new folder with a file arrives',
      by: 'there',
      act: stage => {
        stage.makeFolderThere('raw');
        stage.addThere('raw/a.csv');
      },
      subject: ['raw/a.csv'],
    },
  ],
  'create-folder-remote': [
    {
      name: 'a new folder with a folder and a file is sent',
      by: 'here',
      act: stage => stage.save('raw/old/a.csv'),
      subject: ['raw/old/a.csv'],
    },
  ],
  'move-local': [
    {
      name: 'a file renamed at the service is renamed here',
      by: 'there',
      arrange: two,
      act: stage => stage.renameThere('a.csv', 'new.csv'),
      subject: ['new.csv', 'a.csv'],
    },
    {
      name: 'a file moved and edited at the service is moved here',
      by: 'there',
      arrange: two,
      act: stage => {
        stage.moveThere('a.csv', 'raw');
        stage.editThere('raw/a.csv');
      },
      subject: ['raw/a.csv', 'a.csv'],
    },
    {
      name: 'a folder renamed at the service is renamed here',
      by: 'there',
      arrange: two,
      act: stage => stage.renameThere('raw', 'cooked'),
      subject: ['cooked/b.csv', 'raw/b.csv'],
    },
    {
      name: 'two files that changed names at the service change them here',
      by: 'there',
      arrange: stage => {
        stage.save('a.csv');
        stage.save('b.csv');
      },
      act: stage => {
        stage.renameThere('a.csv', 'x.csv');
        stage.renameThere('b.csv', 'a.csv');
        stage.renameThere('x.csv', 'b.csv');
      },
      subject: ['b.csv', 'a.csv'],
    },
    {
      name: 'a file whose twin is removed at the service loses its number here',
      by: 'there',
      arrange: stage => {
        stage.addThere('a.csv');
        stage.addThere('a.csv');
      },
      act: stage => stage.removeThere('a.csv'),
      subject: ['a.csv', 'a (2).csv'],
    },
    {
      name: 'a file gets a number here because an older one gets its name at the service',
      by: 'there',
      arrange: stage => {
        stage.addThere('b.csv');
        stage.lab.clock.advanceBy(1000);
        stage.addThere('a.csv');
      },
      act: stage => stage.renameThere('b.csv', 'a.csv'),
      subject: ['a.csv'],
    },
    {
      name: 'two folders that changed places at the service change them here',
      by: 'there',
      arrange: stage => {
        stage.save('outer/a.csv');
        stage.save('outer/inner/b.csv');
      },
      act: stage => {
        stage.moveThere('outer/inner', '');
        stage.moveThere('outer', 'inner');
      },
      subject: ['inner/outer/a.csv', 'outer/a.csv'],
    },
    {
      name: 'a file renamed on both sides has one name in the end',
      by: 'both',
      arrange: two,
      act: stage => {
        stage.rename('a.csv', 'mine.csv');
        stage.renameThere('a.csv', 'theirs.csv');
      },
      subject: ['theirs.csv', 'mine.csv', 'a.csv'],
    },
  ],
  'move-remote': [
    {
      name: 'a file renamed here is renamed at the service',
      by: 'here',
      arrange: two,
      act: stage => stage.rename('a.csv', 'new.csv'),
      subject: ['new.csv', 'a.csv'],
    },
    {
      name: 'a file moved and edited here is moved at the service',
      by: 'here',
      arrange: two,
      act: stage => {
        stage.rename('a.csv', 'raw/a.csv');
        stage.save('raw/a.csv');
      },
      subject: ['raw/a.csv', 'a.csv'],
    },
    {
      name: 'a folder renamed here is renamed at the service',
      by: 'here',
      arrange: two,
      act: stage => stage.rename('raw', 'cooked'),
      subject: ['cooked/b.csv', 'raw/b.csv'],
    },
    {
      name: 'two files that changed names here change them at the service',
      by: 'here',
      arrange: stage => {
        stage.save('a.csv');
        stage.save('b.csv');
      },
      act: stage => {
        stage.rename('a.csv', 'x.csv');
        stage.rename('b.csv', 'a.csv');
        stage.rename('x.csv', 'b.csv');
      },
      subject: ['b.csv', 'a.csv'],
    },
  ],
  'delete-local': [
    {
      name: 'a file removed at the service goes here into the store',
      by: 'there',
      arrange: two,
      act: stage => stage.removeThere('a.csv'),
      subject: ['a.csv'],
    },
    {
      name: 'a folder archived at the service goes here into the store',
      by: 'there',
      arrange: two,
      act: stage => stage.removeThere('raw'),
      subject: ['raw/b.csv'],
    },
  ],
  'delete-remote': [
    {
      name: 'a file removed here is removed at the service',
      by: 'here',
      arrange: two,
      act: stage => stage.remove('a.csv'),
      subject: ['a.csv'],
    },
    {
      name: 'a file with older versions is removed at the service',
      by: 'here',
      arrange: stage => stage.addVersionsThere('a.csv', 3),
      act: stage => stage.remove('a.csv'),
      subject: ['a.csv'],
    },
    {
      name: 'a folder removed here is archived at the service',
      by: 'here',
      arrange: two,
      act: stage => stage.remove('raw'),
      subject: ['raw/b.csv'],
    },
    {
      name: 'a file removed here makes room for another one of its name',
      by: 'here',
      arrange: two,
      act: stage => {
        stage.remove('a.csv');
        stage.rename('raw/b.csv', 'a.csv');
      },
      subject: ['a.csv', 'raw/b.csv'],
    },
  ],
  join: [
    {
      name: 'a folder and a file that both sides made alike are joined',
      by: 'both',
      act: stage => {
        const text = stage.save('raw/a.csv');
        stage.makeFolderThere('raw');
        stage.addThere('raw/a.csv', text);
      },
      subject: ['raw/a.csv'],
    },
    {
      name: 'a folder that was full before it was linked is taken as it is',
      by: 'both',
      act: stage => {
        stage.makeFolderThere('raw');
        stage.addThere('raw/b.csv', stage.save('raw/b.csv'));
        stage.addThere('raw/there.csv');
        stage.save('raw/here.csv');
      },
      subject: ['raw/b.csv'],
    },
  ],
  agree: [
    {
      name: 'a file that both sides renamed alike is agreed on',
      by: 'both',
      arrange: two,
      act: stage => {
        stage.rename('a.csv', 'new.csv');
        stage.renameThere('a.csv', 'new.csv');
      },
      subject: ['new.csv'],
    },
  ],
  forget: [
    {
      name: 'a file that both sides removed is forgotten',
      by: 'both',
      arrange: two,
      act: stage => {
        stage.remove('a.csv');
        stage.removeThere('a.csv');
      },
      subject: ['a.csv'],
    },
  ],
  'keep-here': [
    {
      name: 'an edit in a download mirror stays although its file is removed at the service',
      mode: 'download',
      by: 'both',
      arrange: stage => void stage.addThere('a.csv'),
      act: stage => {
        stage.save('a.csv');
        stage.removeThere('a.csv');
      },
      subject: ['a.csv'],
    },
  ],
};
