import { nameless } from './accessibility-tree.ts';

it('finds what has no name, and nothing else', () => {
  const tree = [
    '- main:',
    '  - heading "Orders" [level=1]',
    '  - button "Save" [disabled]',
    `  - 'button "Remove: a.example"'`,
    '  - button',
    '  - textbox: typed',
    '  - textbox "Search": typed',
    '  - checkbox [checked]',
    '  - table:',
    '  - text: button',
  ].join('\n');
  expect(nameless(tree)).toEqual([
    `a button has no name, after - 'button "Remove: a.example"'`,
    'a textbox has no name, after - button',
    'a checkbox has no name, after - textbox "Search": typed',
  ]);
});
