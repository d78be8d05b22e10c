/** What was wrong with answers: the first few in words, all of them counted. */
export class Faults {
  readonly list: string[] = [];
  count = 0;

  add(words: string): void {
    this.count += 1;
    if (this.list.length < 5) this.list.push(words.slice(0, 300));
  }
}
