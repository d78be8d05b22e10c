import type { Measured } from './comparison.ts';
export const reportOf = (measured: Measured): string => {
  let out = '';
  const by = new Map<string, typeof measured.cells>();
  for (const cell of measured.cells) {
    const key = `${cell.scenario}|${cell.system}`;
    by.set(key, [...(by.get(key) ?? []), cell]);
  }
  for (const [key, cells] of by) {
    const rate = cells.map(({ cell }) => cell.count / cell.seconds);
    const cpu = (f: 'serverCpu' | 'databaseCpu') =>
      (cells.reduce((s, { cell }) => s + cell[f], 0) / cells.reduce((s, { cell }) => s + cell.count, 0)) * 1e6;
    out += `${key.padEnd(45)} ${rate.map((r) => Math.round(r)).join(' ')} p50 ${cells.map(({ cell }) => cell.p50).join(' ')} p99 ${cells.map(({ cell }) => cell.p99).join(' ')} srv ${cpu('serverCpu').toFixed(1)} db ${cpu('databaseCpu').toFixed(1)} µs each ${cells.map(({ cell }) => Math.round((cell.serverCpu / cell.count) * 1e6) + '/' + Math.round((cell.databaseCpu / cell.count) * 1e6)).join(' ')} load ${(cells[0]!.cell.loadShare).toFixed(2)}\n`;
  }
  out += `${JSON.stringify([...measured.memory])} ${JSON.stringify([...measured.idle])}\n${measured.faults.join('\n')}\n`;
  return out;
};
