import { z } from 'zod';

// The page's policy lets nothing be evaluated; zod would try when its first schema is made. So this is imported before them.
z.config({ jitless: true });
