/** opencc-js ships its dictionaries without types: each is one string, `from to|from to|…`. */
declare module 'opencc-js/dict/*' {
  const dictionary: string;
  export default dictionary;
}
