/** `What is {}? | osmosis; a haiku` stands for two questions; a line without a bar for the questions in it. */
export function questionsOf(lines: string): readonly string[] {
  return lines.split('\n').flatMap((line) => {
    const bar = line.indexOf(' | ');
    const form = bar < 0 ? '{}' : line.slice(0, bar);
    const items = bar < 0 ? line : line.slice(bar + 3);
    return items.split('; ').map((item) => form.replace('{}', () => item));
  });
}
