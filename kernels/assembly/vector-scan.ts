/**
 * Scores of all vectors against one query. A record is `width` int8 values (a multiple of 16), then a scale (f32), the sum of the values (i32) and
 * 8 free bytes. The query has 14 bits a value, as two rows of 7-bit digits: the scan waits for memory, so the second digit costs nothing.
 */

/** Added to each query value, so that both digits are positive: the relaxed dot product is exact only below 128. */
const QUERY_OFFSET: i32 = 8192;
/** Below any cosine: a slot without a vector. */
const NOTHING: f32 = -2;

export function scan(records: usize, n: i32, width: i32, query: usize, query_scale: f32, out: usize): void {
  const stride = <usize>width + 16, low_digits = query + <usize>width;
  for (let i = 0; i < n; i++) {
    let high0 = i32x4.splat(0), low0 = i32x4.splat(0), high1 = i32x4.splat(0), low1 = i32x4.splat(0);
    let p: usize = 0;
    for (; p + 32 <= <usize>width; p += 32) {
      const v = v128.load(records + p), w = v128.load(records + p, 16);
      high0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v, v128.load(query + p), high0);
      low0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v, v128.load(low_digits + p), low0);
      high1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w, v128.load(query + p, 16), high1);
      low1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w, v128.load(low_digits + p, 16), low1);
    }
    if (p < <usize>width) {
      const v = v128.load(records + p);
      high0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v, v128.load(query + p), high0);
      low0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v, v128.load(low_digits + p), low0);
    }
    const high = i32x4.add(high0, high1), low = i32x4.add(low0, low1);
    const sums = i32x4.add(i32x4.shl(high, 7), low);
    const total = i32x4.extract_lane(sums, 0) + i32x4.extract_lane(sums, 1) + i32x4.extract_lane(sums, 2) + i32x4.extract_lane(sums, 3);
    const end = records + <usize>width, scale = load<f32>(end);
    store<f32>(out, scale > 0 ? <f32>(total - QUERY_OFFSET * load<i32>(end, 4)) * scale * query_scale : NOTHING);
    records += stride; out += 4;
  }
}
