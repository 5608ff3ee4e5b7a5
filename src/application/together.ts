/** Waits on the network that need not follow one another. */

type Outcomes<Works extends readonly unknown[]> = { -readonly [At in keyof Works]: Awaited<Works[At]> };

/** As Promise.all, but a failure is told only when all have ended: nothing goes on unseen behind a reply. */
export async function together<const Works extends readonly unknown[]>(...works: Works): Promise<Outcomes<Works>> {
  await Promise.allSettled(works);
  return (await Promise.all(works)) as Outcomes<Works>;
}
