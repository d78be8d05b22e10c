export async function runScale(): Promise<void> {}
