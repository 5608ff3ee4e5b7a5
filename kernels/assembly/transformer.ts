/**
 * The arithmetic of the builtin embedder: a small transformer over several texts at once. AssemblyScript; the host lays out memory.
 * Weights are int8 in blocks of 8 outputs: for each 4 inputs, 8 outputs x 4 bytes. Activations are 7-bit with a zero point, because the relaxed
 * dot product is exact (the same on every machine) only while its second operand stays below 128.
 */

const LEVELS: f32 = 127;

// @ts-ignore: decorator
@inline function sumLanes(v: v128): f32 {
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1) + f32x4.extract_lane(v, 2) + f32x4.extract_lane(v, 3);
}

// @ts-ignore: decorator
@inline function maxLanes(v: v128): f32 {
  return max(max(f32x4.extract_lane(v, 0), f32x4.extract_lane(v, 1)), max(f32x4.extract_lane(v, 2), f32x4.extract_lane(v, 3)));
}

/** e^x for x <= 0: 2^n times a degree-5 polynomial on the rest; relative error below 1e-6. */
// @ts-ignore: decorator
@inline function exponential(x: v128): v128 {
  const clamped = f32x4.max(x, f32x4.splat(-87));
  const n = f32x4.nearest(f32x4.mul(clamped, f32x4.splat(1.44269504)));
  const r = f32x4.sub(f32x4.sub(clamped, f32x4.mul(n, f32x4.splat(0.693359375))), f32x4.mul(n, f32x4.splat(-0.000212194440)));
  let p = f32x4.splat(0.0083333333);
  p = f32x4.relaxed_madd(p, r, f32x4.splat(0.041666667));
  p = f32x4.relaxed_madd(p, r, f32x4.splat(0.16666667));
  p = f32x4.relaxed_madd(p, r, f32x4.splat(0.5));
  p = f32x4.relaxed_madd(p, r, f32x4.splat(1));
  p = f32x4.relaxed_madd(p, r, f32x4.splat(1));
  return f32x4.mul(p, i32x4.shl(i32x4.add(i32x4.trunc_sat_f32x4_s(n), i32x4.splat(127)), 23));
}

/** out[row] = 2 x table[id] x scale[id]. */
export function look_up(ids: usize, n: i32, width: i32, table: usize, scales: usize, out: usize): void {
  for (let i = 0; i < n; i++) {
    const id = load<i32>(ids);
    ids += 4;
    const scale = f32x4.splat(2 * load<f32>(scales + (<usize>id << 2)));
    let from = table + <usize>(id * width);
    for (let j = 0; j < width; j += 8) {
      const half = v128.load_ext<i8>(from);
      v128.store(out, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_low_i16x8_s(half)), scale));
      v128.store(out, f32x4.mul(f32x4.convert_i32x4_s(i32x4.extend_high_i16x8_s(half)), scale), 16);
      from += 8; out += 32;
    }
  }
}

/** out[row] = from[row] x gain. */
export function scale_columns(from: usize, n: i32, width: i32, gain: usize, out: usize): void {
  const bytes = <usize>width << 2;
  for (let i = 0; i < n; i++) {
    for (let p: usize = 0; p < bytes; p += 16) v128.store(out + p, f32x4.mul(v128.load(from + p), v128.load(gain + p)));
    from += bytes; out += bytes;
  }
}

/**
 * What the first layer's products of (token + place) are, from the products of each. `rows` holds four i32 a row: the token's id, its position, the
 * address of the token's products, unused. Products are `state_width` floats of the residual, then `qkv_width` of query, key and value before
 * normalisation, which is linear once mean and deviation are known:
 * qkv = (W(gain x token) + W(gain x place) - mean x W(gain)) / deviation + W(bias) + b. `shared` holds W(gain), then W(bias) + b. `scratch`: one row.
 */
export function join(
  rows: usize, n: i32, width: i32, table: usize, scales: usize, places: usize, place_products: usize, shared: usize,
  state_width: i32, qkv_width: i32, state: usize, qkv: usize, scratch: usize,
): void {
  const row_bytes = <usize>width << 2, state_bytes = <usize>state_width << 2, qkv_bytes = <usize>qkv_width << 2, biases = shared + qkv_bytes;
  for (let i = 0; i < n; i++) {
    const position = <usize>load<i32>(rows, 4), token = load<usize>(rows, 8), place = place_products + position * (state_bytes + qkv_bytes);
    look_up(rows, 1, width, table, scales, scratch);
    const signal = places + position * row_bytes;
    let total = f32x4.splat(0), squares = f32x4.splat(0);
    for (let p: usize = 0; p < row_bytes; p += 16) {
      const x = f32x4.add(v128.load(scratch + p), v128.load(signal + p));
      v128.store(scratch + p, x);
      total = f32x4.add(total, x);
    }
    const average = sumLanes(total) / <f32>width, mean = f32x4.splat(average);
    for (let p: usize = 0; p < row_bytes; p += 16) {
      const d = f32x4.sub(v128.load(scratch + p), mean);
      squares = f32x4.relaxed_madd(d, d, squares);
    }
    const inverse = f32x4.splat(inverseDeviation(squares, width));
    for (let p: usize = 0; p < state_bytes; p += 16) v128.store(state + p, f32x4.add(v128.load(token + p), v128.load(place + p)));
    const token_qkv = token + state_bytes, place_qkv = place + state_bytes;
    for (let p: usize = 0; p < qkv_bytes; p += 16) {
      const both = f32x4.relaxed_nmadd(mean, v128.load(shared + p), f32x4.add(v128.load(token_qkv + p), v128.load(place_qkv + p)));
      v128.store(qkv + p, f32x4.relaxed_madd(both, inverse, v128.load(biases + p)));
    }
    rows += 16; state += state_bytes; qkv += qkv_bytes;
  }
}

// @ts-ignore: decorator
@inline function inverseDeviation(squares: v128, width: i32): f32 {
  return 1 / sqrt<f32>(sumLanes(squares) / <f32>width + 0.000001);
}

/** Layer normalisation of each row. */
export function normalize(from: usize, n: i32, width: i32, gain: usize, bias: usize, out: usize): void {
  const bytes = <usize>width << 2;
  for (let i = 0; i < n; i++) {
    let total = f32x4.splat(0), squares = f32x4.splat(0);
    for (let p: usize = 0; p < bytes; p += 16) total = f32x4.add(total, v128.load(from + p));
    const mean = f32x4.splat(sumLanes(total) / <f32>width);
    for (let p: usize = 0; p < bytes; p += 16) {
      const d = f32x4.sub(v128.load(from + p), mean);
      squares = f32x4.relaxed_madd(d, d, squares);
    }
    const inverse = f32x4.splat(inverseDeviation(squares, width));
    for (let p: usize = 0; p < bytes; p += 16) {
      const d = f32x4.mul(f32x4.sub(v128.load(from + p), mean), inverse);
      v128.store(out + p, f32x4.relaxed_madd(d, v128.load(gain + p), v128.load(bias + p)));
    }
    from += bytes; out += bytes;
  }
}

// @ts-ignore: decorator
@inline function level(from: usize, inverse: v128, shift: v128): v128 {
  return i32x4.relaxed_trunc_f32x4_s(f32x4.relaxed_madd(v128.load(from), inverse, shift));
}

/** Twelve sums, two vectors of weights and one of inputs are all the registers there are, and hide the latency of the dot product. */
const ROWS_OF_TILE: i32 = 6;
/** From four inputs of a row to the next four of it, in a tile. */
const TILE_STEP: usize = 24;

/** Address of a row's first level in tiles: for each 4 inputs, 6 rows x 4 bytes. */
// @ts-ignore: decorator
@inline function inTiles(levels: usize, row: i32, width: i32): usize {
  return levels + <usize>((row / ROWS_OF_TILE) * ROWS_OF_TILE * width + ((row % ROWS_OF_TILE) << 2));
}

/**
 * Rows of f32 to 7-bit, in tiles (for `multiply`) or row by row (for `multiply_sparse`); `meta` gets (scale f32, zero point f32) for each row.
 * Values further than `deviations` standard deviations from the mean are cut (0: none are): a lone outlier would cost all others their precision.
 */
export function quantize(from: usize, n: i32, width: i32, out: usize, meta: usize, deviations: f32, tiles: bool): void {
  const bytes = <usize>width << 2;
  for (let i = 0; i < n; i++) {
    let least = f32x4.splat(0), most = f32x4.splat(0), total = f32x4.splat(0), squares = f32x4.splat(0);
    for (let p: usize = 0; p < bytes; p += 16) {
      const x = v128.load(from + p);
      least = f32x4.pmin(least, x); most = f32x4.pmax(most, x);
      total = f32x4.add(total, x); squares = f32x4.relaxed_madd(x, x, squares);
    }
    let low = -maxLanes(f32x4.neg(least)), high = maxLanes(most);
    if (deviations > 0) {
      const mean = sumLanes(total) / <f32>width;
      const reach = deviations * sqrt<f32>(max<f32>(0, sumLanes(squares) / <f32>width - mean * mean));
      low = max(low, min<f32>(0, mean - reach)); high = min(high, max<f32>(0, mean + reach));
    }
    const scale: f32 = high > low ? (high - low) / LEVELS : 1;
    const zero = nearest<f32>(-low / scale);
    // Truncation after adding a half rounds, because everything that is kept is positive.
    const inverse = f32x4.splat(1 / scale), shift = f32x4.splat(zero + 0.5), top = i16x8.splat(127);
    let to = tiles ? inTiles(out, i, width) : out + <usize>(i * width);
    for (let p: usize = 0; p < bytes; p += 64) {
      const x = from + p;
      const ab = i16x8.narrow_i32x4_s(level(x, inverse, shift), level(x + 16, inverse, shift));
      const cd = i16x8.narrow_i32x4_s(level(x + 32, inverse, shift), level(x + 48, inverse, shift));
      const levels = i8x16.narrow_i16x8_u(i16x8.min_s(ab, top), i16x8.min_s(cd, top));
      if (tiles) {
        v128.store32_lane(to, levels, 0); v128.store32_lane(to, levels, 1, TILE_STEP);
        v128.store32_lane(to, levels, 2, 2 * TILE_STEP); v128.store32_lane(to, levels, 3, 3 * TILE_STEP);
        to += 4 * TILE_STEP;
      } else {
        v128.store(to, levels);
        to += 16;
      }
    }
    store<f32>(meta, scale); store<f32>(meta, zero, 4);
    meta += 8; from += bytes;
  }
}

/** from -= what the last `quantize` kept of it in tiles: quantising the rest again gives the product twice the digits. */
export function subtract_levels(from: usize, n: i32, width: i32, levels: usize, meta: usize): void {
  for (let i = 0; i < n; i++) {
    const scale = v128.load32_splat(meta), zero = v128.load32_splat(meta, 4);
    let at = inTiles(levels, i, width);
    for (let j = 0; j < width; j += 4) {
      const kept = f32x4.convert_i32x4_u(i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(at))));
      v128.store(from, f32x4.sub(v128.load(from), f32x4.mul(f32x4.sub(kept, zero), scale)));
      from += 16; at += TILE_STEP;
    }
    meta += 8;
  }
}

// @ts-ignore: decorator
@inline function finish(sum: v128, scale: v128, shift: v128, weight_scale: v128, weight_sum: v128, bias: v128, out: usize, mode: i32): void {
  const base = f32x4.relaxed_nmadd(shift, weight_sum, bias);
  let y = f32x4.relaxed_madd(f32x4.convert_i32x4_s(sum), f32x4.mul(weight_scale, scale), base);
  if (mode == 1) y = f32x4.add(y, v128.load(out));
  else if (mode == 2) y = f32x4.max(y, f32x4.splat(0));
  v128.store(out, y);
}

/** Rows that stay in the first-level cache while all blocks of weights pass by; a multiple of ROWS_OF_TILE. */
const ROWS_TOGETHER: i32 = 30;
/**
 * out[n][m] = rows x weights + bias; mode 0 stores, 1 adds to what is there, 2 cuts below zero. Rows come in tiles, n is a multiple of
 * ROWS_OF_TILE: so many rows share each load of a weight.
 */
export function multiply(
  rows: usize, meta: usize, n: i32, k: i32, weights: usize, scales: usize, sums: usize, biases: usize, m: i32, out: usize, mode: i32,
): void {
  for (let start = 0; start < n; start += ROWS_TOGETHER) {
    const count = min(ROWS_TOGETHER, n - start), first = <usize>start;
    multiply_rows(rows + first * <usize>k, meta + (first << 3), count, k, weights, scales, sums, biases, m, out + (first * <usize>m << 2), mode);
  }
}

/**
 * An engine without guard pages (workerd) checks the bounds of every load, on the ports that the dot products need: so inputs of a tile lie together,
 * and four loads serve twelve products. Not unrolled by hand: the engine does that better.
 */
function multiply_rows(
  rows: usize, meta: usize, n: i32, k: i32, weights: usize, scales: usize, sums: usize, biases: usize, m: i32, out: usize, mode: i32,
): void {
  const stride = <usize>m << 2, tile = <usize>(ROWS_OF_TILE * k);
  for (let j = 0; j < m; j += 8) {
    const block = weights + <usize>(j * k), at = <usize>j << 2;
    const scale = scales + at, sum = sums + at, bias = biases + at;
    let row = meta, o = out + at, x = rows;
    for (let i = 0; i < n; i += ROWS_OF_TILE) {
      // Four rows turn past the weights, then two, so that no register holds a copy: d1 gets output l of row l + 1 (mod 4) in lane l, and so on.
      let d0 = i32x4.splat(0), d1 = i32x4.splat(0), d2 = i32x4.splat(0), d3 = i32x4.splat(0), d4 = i32x4.splat(0), d5 = i32x4.splat(0);
      let e0 = i32x4.splat(0), e1 = i32x4.splat(0), e2 = i32x4.splat(0), e3 = i32x4.splat(0), e4 = i32x4.splat(0), e5 = i32x4.splat(0);
      let p = block;
      const end = x + tile;
      while (x < end) {
        const w0 = v128.load(p), w1 = v128.load(p, 16);
        let four = v128.load(x);
        d0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, four, d0); e0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, four, e0);
        four = v128.shuffle<i32>(four, four, 1, 2, 3, 0);
        d1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, four, d1); e1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, four, e1);
        four = v128.shuffle<i32>(four, four, 1, 2, 3, 0);
        d2 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, four, d2); e2 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, four, e2);
        four = v128.shuffle<i32>(four, four, 1, 2, 3, 0);
        d3 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, four, d3); e3 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, four, e3);
        let two = v128.load64_splat(x, 16);
        d4 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, two, d4); e4 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, two, e4);
        two = v128.shuffle<i32>(two, two, 1, 0, 3, 2);
        d5 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w0, two, d5); e5 = i32x4.relaxed_dot_i8x16_i7x16_add_s(w1, two, e5);
        p += 32; x += TILE_STEP;
      }
      const d03 = evenOdd(d0, d3), d21 = evenOdd(d2, d1), d10 = evenOdd(d1, d0), d32 = evenOdd(d3, d2);
      const e03 = evenOdd(e0, e3), e21 = evenOdd(e2, e1), e10 = evenOdd(e1, e0), e32 = evenOdd(e3, e2);
      finish_row(firstLast(d03, d21), firstLast(e03, e21), row, scale, sum, bias, o, mode); row += 8; o += stride;
      finish_row(firstLast(d10, d32), firstLast(e10, e32), row, scale, sum, bias, o, mode); row += 8; o += stride;
      finish_row(firstLast(d21, d03), firstLast(e21, e03), row, scale, sum, bias, o, mode); row += 8; o += stride;
      finish_row(firstLast(d32, d10), firstLast(e32, e10), row, scale, sum, bias, o, mode); row += 8; o += stride;
      finish_row(evenOdd(d4, d5), evenOdd(e4, e5), row, scale, sum, bias, o, mode); row += 8; o += stride;
      finish_row(evenOdd(d5, d4), evenOdd(e5, e4), row, scale, sum, bias, o, mode); row += 8; o += stride;
    }
  }
}

// @ts-ignore: decorator
@inline function evenOdd(even: v128, odd: v128): v128 {
  return v128.shuffle<i32>(even, odd, 0, 5, 2, 7);
}

// @ts-ignore: decorator
@inline function firstLast(first: v128, last: v128): v128 {
  return v128.shuffle<i32>(first, last, 0, 1, 6, 7);
}

// @ts-ignore: decorator
@inline function finish_row(c0: v128, c1: v128, row: usize, scales: usize, sums: usize, biases: usize, out: usize, mode: i32): void {
  const scale = v128.load32_splat(row), shift = f32x4.mul(scale, v128.load32_splat(row, 4));
  finish(c0, scale, shift, v128.load(scales), v128.load(sums), v128.load(biases), out, mode);
  finish(c1, scale, shift, v128.load(scales, 16), v128.load(sums, 16), v128.load(biases, 16), out + 16, mode);
}

/**
 * Adds rows x weights + bias to out, skipping four inputs at a time where all are zero: nine in ten are, after the cut below zero. Rows are
 * non-negative (zero point 0). Weights lie as [m/32][k/4][32] x 4 bytes: 32 outputs of all inputs, side by side, stay in the first-level cache while
 * the rows pass by. (Lines far apart by a power of two would all compete for the same few places there.)
 * `list`: scratch for ROWS_TOGETHER x k/4 pairs of i32, `ends`: for ROWS_TOGETHER i32.
 */
export function multiply_sparse(
  rows: usize, meta: usize, n: i32, k: i32, weights: usize, scales: usize, biases: usize, m: i32, out: usize, list: usize, ends: usize,
): void {
  const quad_bytes = <usize>m << 2;
  for (let start = 0; start < n; start += ROWS_TOGETHER) {
    const count = min(ROWS_TOGETHER, n - start);
    let last = list;
    for (let i = 0; i < count; i++) {
      let quad = weights;
      for (let p = 0; p < k; p += 4) {
        const four = load<i32>(rows + p);
        // Whether it counts is a matter of where the next one goes: a branch would be guessed wrong too often.
        store<i32>(last, four); store<usize>(last, quad, 4); last += <usize>(four != 0) << 3;
        quad += 128;
      }
      store<usize>(ends + (<usize>i << 2), last);
      rows += <usize>k;
    }
    let block: usize = 0;
    for (let j: usize = 0; j < quad_bytes; j += 128) {
      let entry = list, target = out + j, row = meta;
      for (let i = 0; i < count; i++) {
        const end = load<usize>(ends + (<usize>i << 2));
        let c0 = i32x4.splat(0), c1 = i32x4.splat(0), c2 = i32x4.splat(0), c3 = i32x4.splat(0);
        let c4 = i32x4.splat(0), c5 = i32x4.splat(0), c6 = i32x4.splat(0), c7 = i32x4.splat(0);
        while (entry < end) {
          const x = v128.load32_splat(entry);
          // One address at a time: so every load of the loop has the same limit, and an engine that checks bounds finds it once.
          let w = load<usize>(entry, 4) + block;
          c0 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w), x, c0); w += 16;
          c1 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w), x, c1); w += 16;
          c2 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w), x, c2); w += 16;
          c3 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w), x, c3); w += 16;
          c4 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w), x, c4); w += 16;
          c5 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w), x, c5); w += 16;
          c6 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w), x, c6); w += 16;
          c7 = i32x4.relaxed_dot_i8x16_i7x16_add_s(v128.load(w), x, c7);
          entry += 8;
        }
        const scale = v128.load32_splat(row), s = scales + j, b = biases + j;
        add_scaled(c0, scale, s, b, target); add_scaled(c1, scale, s + 16, b + 16, target + 16);
        add_scaled(c2, scale, s + 32, b + 32, target + 32); add_scaled(c3, scale, s + 48, b + 48, target + 48);
        add_scaled(c4, scale, s + 64, b + 64, target + 64); add_scaled(c5, scale, s + 80, b + 80, target + 80);
        add_scaled(c6, scale, s + 96, b + 96, target + 96); add_scaled(c7, scale, s + 112, b + 112, target + 112);
        row += 8; target += quad_bytes;
      }
      block += <usize>k << 5;
    }
    meta += <usize>count << 3; out += <usize>count * quad_bytes;
  }
}

// @ts-ignore: decorator
@inline function add_scaled(sum: v128, scale: v128, weight_scale: usize, bias: usize, out: usize): void {
  const y = f32x4.relaxed_madd(f32x4.mul(f32x4.convert_i32x4_s(sum), v128.load(weight_scale)), scale, v128.load(bias));
  v128.store(out, f32x4.add(v128.load(out), y));
}

// @ts-ignore: decorator
@inline function sumsOfFour(s0: v128, s1: v128, s2: v128, s3: v128): v128 {
  const low01 = v128.shuffle<f32>(s0, s1, 0, 4, 1, 5), high01 = v128.shuffle<f32>(s0, s1, 2, 6, 3, 7);
  const low23 = v128.shuffle<f32>(s2, s3, 0, 4, 1, 5), high23 = v128.shuffle<f32>(s2, s3, 2, 6, 3, 7);
  const pair01 = f32x4.add(low01, high01), pair23 = f32x4.add(low23, high23);
  return f32x4.add(v128.shuffle<f32>(pair01, pair23, 0, 1, 4, 5), v128.shuffle<f32>(pair01, pair23, 2, 3, 6, 7));
}

/** Scores of the four keys from j on; those behind the text count for nothing. */
// @ts-ignore: decorator
@inline function scoresOf(sums: v128, scale: v128, j: i32, n: i32): v128 {
  let s = f32x4.mul(sums, scale);
  if (j + 4 > n) {
    s = f32x4.replace_lane(s, 3, -3.0e38);
    if (j + 3 > n) s = f32x4.replace_lane(s, 2, -3.0e38);
    if (j + 2 > n) s = f32x4.replace_lane(s, 1, -3.0e38);
  }
  return s;
}

/** Scores to weights, in place; what all of them have to be divided by comes back in each lane, inverted. */
// @ts-ignore: decorator
@inline function weigh(scores: usize, padded: i32, most: v128): v128 {
  const top = f32x4.splat(maxLanes(most)), end = scores + (<usize>padded << 2);
  let total = f32x4.splat(0);
  for (; scores < end; scores += 16) {
    const e = exponential(f32x4.sub(v128.load(scores), top));
    v128.store(scores, e);
    total = f32x4.add(total, e);
  }
  return f32x4.splat(1 / sumLanes(total));
}

/**
 * One text's self-attention, two queries at a time. `qkv` rows hold query, key, value of all heads; the three rows after the text may be anything
 * at all, and where the text has an odd length the row after it in `out` is written over: texts go in order. `scores`: scratch for two rows.
 */
export function attend(qkv: usize, n: i32, heads: i32, head_width: i32, out: usize, scores: usize): void {
  const head_bytes = <usize>head_width << 2, width = <usize>heads * head_bytes, stride = 3 * width;
  const padded = (n + 3) & ~3, scale = f32x4.splat(1 / sqrt<f32>(<f32>head_width)), scores1 = scores + (<usize>padded << 2);
  for (let h = 0; h < heads; h++) {
    const at = <usize>h * head_bytes;
    for (let i = 0; i < n; i += 2) {
      const query = qkv + <usize>i * stride + at;
      let most0 = f32x4.splat(-3.0e38), most1 = f32x4.splat(-3.0e38);
      for (let j = 0; j < padded; j += 4) {
        let q0 = query, key0 = qkv + <usize>j * stride + width + at, key1 = key0 + stride, key2 = key1 + stride, key3 = key2 + stride;
        let s0 = f32x4.splat(0), s1 = f32x4.splat(0), s2 = f32x4.splat(0), s3 = f32x4.splat(0);
        let t0 = f32x4.splat(0), t1 = f32x4.splat(0), t2 = f32x4.splat(0), t3 = f32x4.splat(0);
        const end = query + head_bytes, query1 = stride;
        while (q0 < end) {
          const a = v128.load(q0), b = v128.load(q0 + query1);
          let k = v128.load(key0); s0 = f32x4.relaxed_madd(a, k, s0); t0 = f32x4.relaxed_madd(b, k, t0);
          k = v128.load(key1); s1 = f32x4.relaxed_madd(a, k, s1); t1 = f32x4.relaxed_madd(b, k, t1);
          k = v128.load(key2); s2 = f32x4.relaxed_madd(a, k, s2); t2 = f32x4.relaxed_madd(b, k, t2);
          k = v128.load(key3); s3 = f32x4.relaxed_madd(a, k, s3); t3 = f32x4.relaxed_madd(b, k, t3);
          q0 += 16; key0 += 16; key1 += 16; key2 += 16; key3 += 16;
        }
        const s = scoresOf(sumsOfFour(s0, s1, s2, s3), scale, j, n), t = scoresOf(sumsOfFour(t0, t1, t2, t3), scale, j, n);
        v128.store(scores + (<usize>j << 2), s); most0 = f32x4.max(most0, s);
        v128.store(scores1 + (<usize>j << 2), t); most1 = f32x4.max(most1, t);
      }
      const inverse0 = weigh(scores, padded, most0), inverse1 = weigh(scores1, padded, most1);
      const context = out + <usize>i * width + at;
      for (let p: usize = 0; p < head_bytes; p += 64) {
        let c0 = f32x4.splat(0), c1 = f32x4.splat(0), c2 = f32x4.splat(0), c3 = f32x4.splat(0);
        let d0 = f32x4.splat(0), d1 = f32x4.splat(0), d2 = f32x4.splat(0), d3 = f32x4.splat(0);
        let value = qkv + 2 * width + at + p, e = scores, f = scores1;
        const end = scores + (<usize>n << 2);
        while (e < end) {
          const x = v128.load32_splat(e), y = v128.load32_splat(f);
          let v = v128.load(value); c0 = f32x4.relaxed_madd(x, v, c0); d0 = f32x4.relaxed_madd(y, v, d0);
          v = v128.load(value, 16); c1 = f32x4.relaxed_madd(x, v, c1); d1 = f32x4.relaxed_madd(y, v, d1);
          v = v128.load(value, 32); c2 = f32x4.relaxed_madd(x, v, c2); d2 = f32x4.relaxed_madd(y, v, d2);
          v = v128.load(value, 48); c3 = f32x4.relaxed_madd(x, v, c3); d3 = f32x4.relaxed_madd(y, v, d3);
          value += stride; e += 4; f += 4;
        }
        const o = context + p, u = o + width;
        v128.store(o, f32x4.mul(c0, inverse0)); v128.store(o, f32x4.mul(c1, inverse0), 16);
        v128.store(o, f32x4.mul(c2, inverse0), 32); v128.store(o, f32x4.mul(c3, inverse0), 48);
        v128.store(u, f32x4.mul(d0, inverse1)); v128.store(u, f32x4.mul(d1, inverse1), 16);
        v128.store(u, f32x4.mul(d2, inverse1), 32); v128.store(u, f32x4.mul(d3, inverse1), 48);
      }
    }
  }
}

/** The mean of n rows. */
export function average(from: usize, n: i32, width: i32, out: usize): void {
  const bytes = <usize>width << 2, share = f32x4.splat(1 / <f32>n);
  for (let p: usize = 0; p < bytes; p += 16) {
    let total = f32x4.splat(0), row = from + p;
    for (let i = 0; i < n; i++) { total = f32x4.add(total, v128.load(row)); row += bytes; }
    v128.store(out + p, f32x4.mul(total, share));
  }
}
