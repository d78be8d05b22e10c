/** One place of the input that is at fault. `pointer` (RFC 6901, into the payload) stands where the path starts with `payload`. */
export interface Issue {
  path: (string | number)[];
  pointer?: string;
  message: string;
  expected?: string;
  received?: string;
}
