#pragma once
void good(int *d, int n);
void bad(int *d, int n);
