/** Whether one version label is later than another: 1.10 is later than 1.9. */
export function isNewer(label: string, than: string): boolean {
  const [major = 0, minor = 0] = label.split('.').map(Number);
  const [otherMajor = 0, otherMinor = 0] = than.split('.').map(Number);
  return major > otherMajor || (major === otherMajor && minor > otherMinor);
}
