/**
 * Scores of vectors against one query. A vector's int8 values lie in two planes of four bits each: the upper halves of all vectors together, so that
 * a scan of them reads half the memory, which is what it waits for; the lower halves elsewhere, for the few that are scored exactly. A byte of a
 * plane holds value j above and value j + half below. `meta` of a vector: its scale (f32), the sum of its values (i32), the sum of the upper
 * halves (i32), 4 free bytes. The query has 14 bits a value, as two rows of 7-bit digits: the relaxed dot product is exact only below 128.
 */

/** Added to each query value, so that both digits are positive. */
const QUERY_OFFSET: i32 = 8192;
/** Below any cosine: a slot without a vector. */
const NOTHING: f32 = -2;
const META_BYTES: usize = 16;
/** The middle of what a lower half may be, and of what a lower digit may be. */
const HALF_MIDDLE: f64 = 7.5;
const DIGIT_MIDDLE: f64 = 63.5;
/** Scores that share one entry of `tops`; a multiple of 4. */
const SCORES_OF_TOP: i32 = 32;

// @ts-ignore: decorator
@inline function dot(v: v128, digits: v128, sum: v128): v128 {
  return i32x4.relaxed_dot_i8x16_i7x16_add_s(v, digits, sum);
}

// @ts-ignore: decorator
@inline function sumOf(v: v128): i32 {
  return i32x4.extract_lane(v, 0) + i32x4.extract_lane(v, 1) + i32x4.extract_lane(v, 2) + i32x4.extract_lane(v, 3);
}

// @ts-ignore: decorator
@inline function above(bytes: v128): v128 {
  return v128.and(bytes, i8x16.splat(-16));
}

/** The lower four bits, moved up. */
// @ts-ignore: decorator
@inline function below(bytes: v128): v128 {
  return v128.and(i16x8.shl(bytes, 4), i8x16.splat(-16));
}

/** The upper four bits, moved down. */
// @ts-ignore: decorator
@inline function lowered(bytes: v128): v128 {
  return v128.and(i16x8.shr_u(bytes, 4), i8x16.splat(15));
}

/**
 * Records of 2 x half values, a scale, a sum and 8 free bytes into planes and metas. Returns the largest root mean square, over the records, of
 * what the upper half leaves open, as a share of the vector's length.
 */
export function split(records: usize, n: i32, half: i32, upper: usize, lower: usize, meta: usize): f32 {
  const bytes = <usize>half, one = i8x16.splat(1), low = i8x16.splat(15);
  let worst: f64 = 0;
  for (let i = 0; i < n; i++) {
    let tops = i32x4.splat(0), rests = i32x4.splat(0), squares = i32x4.splat(0);
    for (let p: usize = 0; p < bytes; p += 16) {
      const a = v128.load(records + p), b = v128.load(records + bytes + p);
      v128.store(upper + p, v128.or(above(a), lowered(b)));
      v128.store(lower + p, v128.or(below(a), v128.and(b, low)));
      const rest_a = v128.and(a, low), rest_b = v128.and(b, low);
      tops = dot(above(b), one, dot(above(a), one, tops));
      rests = dot(rest_b, one, dot(rest_a, one, rests));
      squares = dot(rest_b, rest_b, dot(rest_a, rest_a, squares));
    }
    const end = records + 2 * bytes, scale = load<f32>(end);
    store<f32>(meta, scale); store<i32>(meta, load<i32>(end, 4), 4); store<i32>(meta, sumOf(tops), 8);
    const open = <f64>sumOf(squares) - 2 * HALF_MIDDLE * <f64>sumOf(rests) + HALF_MIDDLE * HALF_MIDDLE * <f64>(2 * half);
    worst = max(worst, open * <f64>scale * <f64>scale);
    records = end + 16; upper += bytes; lower += bytes; meta += META_BYTES;
  }
  return <f32>sqrt<f64>(worst / <f64>(2 * half));
}

/** `middle`: the sum over the query of what its digits stand for. */
// @ts-ignore: decorator
@inline function roughly(sum: i32, meta: usize, middle: f64, query_scale: f32): f32 {
  const scale = load<f32>(meta);
  if (scale <= 0) return NOTHING;
  const total = 128 * <f64>sum - (<f64>QUERY_OFFSET - DIGIT_MIDDLE) * <f64>load<i32>(meta, 8) + HALF_MIDDLE * middle;
  return <f32>(total * <f64>scale * <f64>query_scale);
}

/**
 * Scores by upper halves and upper digits. `out` gets n of them, `tops` the best of each SCORES_OF_TOP. n is a multiple of 4: four vectors share each
 * load of the query.
 */
export function scan_upper(upper: usize, meta: usize, n: i32, half: i32, query: usize, middle: f64, query_scale: f32, out: usize, tops: usize): void {
  const bytes = <usize>half, second_half = query + bytes;
  let top = NOTHING;
  for (let i = 4; i <= n; i += 4) {
    const second = upper + bytes, third = second + bytes, fourth = third + bytes;
    let s0 = i32x4.splat(0), s1 = i32x4.splat(0), s2 = i32x4.splat(0), s3 = i32x4.splat(0);
    for (let p: usize = 0; p < bytes; p += 16) {
      const a = v128.load(query + p), b = v128.load(second_half + p);
      let v = v128.load(upper + p);
      s0 = dot(below(v), b, dot(above(v), a, s0));
      v = v128.load(second + p);
      s1 = dot(below(v), b, dot(above(v), a, s1));
      v = v128.load(third + p);
      s2 = dot(below(v), b, dot(above(v), a, s2));
      v = v128.load(fourth + p);
      s3 = dot(below(v), b, dot(above(v), a, s3));
    }
    const r0 = roughly(sumOf(s0), meta, middle, query_scale), r1 = roughly(sumOf(s1), meta + META_BYTES, middle, query_scale);
    const r2 = roughly(sumOf(s2), meta + 2 * META_BYTES, middle, query_scale), r3 = roughly(sumOf(s3), meta + 3 * META_BYTES, middle, query_scale);
    store<f32>(out, r0); store<f32>(out, r1, 4); store<f32>(out, r2, 8); store<f32>(out, r3, 12);
    top = max(top, max(max(r0, r1), max(r2, r3)));
    if (i % SCORES_OF_TOP == 0 || i == n) {
      store<f32>(tops, top);
      tops += 4; top = NOTHING;
    }
    upper = fourth + bytes; meta += 4 * META_BYTES; out += 16;
  }
}

/** The cosine of one vector, by all its bits and both digits; `query` holds the upper digits, then the lower ones. */
export function score(upper: usize, lower: usize, meta: usize, half: i32, query: usize, query_scale: f32): f32 {
  const bytes = <usize>half, low_digits = query + 2 * bytes, low = i8x16.splat(15);
  let high_sum = i32x4.splat(0), low_sum = i32x4.splat(0);
  for (let p: usize = 0; p < bytes; p += 16) {
    const u = v128.load(upper + p), l = v128.load(lower + p);
    const a = v128.or(above(u), lowered(l)), b = v128.or(below(u), v128.and(l, low));
    high_sum = dot(b, v128.load(query + bytes + p), dot(a, v128.load(query + p), high_sum));
    low_sum = dot(b, v128.load(low_digits + bytes + p), dot(a, v128.load(low_digits + p), low_sum));
  }
  const scale = load<f32>(meta);
  const total = (sumOf(high_sum) << 7) + sumOf(low_sum) - QUERY_OFFSET * load<i32>(meta, 4);
  return scale > 0 ? <f32>total * scale * query_scale : NOTHING;
}
